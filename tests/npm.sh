# Files that only tests need, from npm into .venv/. Where npm or the network is missing, tests that need one are skipped, and say so.
cd "$(dirname "$0")/../.venv" || exit 1
if ! command -v npm >/dev/null; then exit 0; fi

fetch() { # package, target, file in the package: by default its whole archive
  if [ -e "$2" ]; then return; fi
  folder=$(mktemp -d)
  if (cd "$folder" && npm pack --silent "$1" >/dev/null && if [ -n "${3:-}" ]; then tar -xzf ./*.tgz "package/$3"; fi); then
    if [ -n "${3:-}" ]; then mv "$folder/package/$3" "$2"; else mv "$folder"/*.tgz "$2"; fi
  fi
  rm -rf "$folder"
}
fetch axe-core@4.14.1 axe.min.js axe.min.js &
fetch @microsoft/sarif-multitool-ts@5.7.0 sarif-2.1.0.schema.json assets/sarif-2.1.0.schema.json &
fetch @streetmix/illustrations@2.1.1 streetmix-illustrations.tgz &
fetch @lobehub/icons-static-svg@1.95.1 lobehub-icons.tgz &
fetch flag-icons@7.5.0 flag-icons.tgz &
wait
