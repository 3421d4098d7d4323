"""The studio: a whole game live in a browser, on this machine only. Above `incremental` and `reprint`.

`Studio(project, listen(port)).run()` serves until it is stopped. A `Workspace` holds the project; for each
run that a browser looks at, a `Session` keeps the current `Snapshot` (the drawn faces and the findings) and
replaces it when a file changes. Pages are Jinja templates rendered from a snapshot; `static/live.js` fetches
the page again whenever its snapshot has been replaced, and changes only what differs, so no view needs code
of its own to be live.

To add a view:

1. a module in `views/` with `VIEW = View(id, title, routes)`: a route's handler takes a request, gets its run
   with `of_request`, and returns `page(request, looking, "x.html", …)`;
2. its line in `views.VIEWS`, which makes its routes and its tab;
3. its template in `templates/`, which extends `page.html`; if necessary, its module in `static/`, listed in
   the template's block `scripts`, and its section in `static/studio.css`;
4. its tests in `tests/studio/`, and its section in `docs/studio.md`.

Conventions for templates and scripts:

- An image with `data-face="KEY front"` or `back` shows that face of a piece, and is replaced when the face
  is.
- Elements are matched by `id` or `data-key` when a page is updated. Attributes that a script sets itself
  are listed in `data-own`, and the content of an element with `data-keep` is left alone.
- A script that depends on the page's elements listens for `studio:updated` on `document`.
- An address begins with the studio's secret: `looking.address(…)`, `{{ root }}/…` elsewhere, `here.js` in
  scripts.
- `looking.address()` without a path is the page itself, with everything that its address states; the run bar
  links to it.
- Neither scripts nor styles can be inline: the Content-Security-Policy forbids it.
- A POST is accepted from our own pages only (`security.Guard`); its handler writes through
  `Workspace.project`.
"""

from nineup_studio.server import PORT, Studio, listen

__all__ = ["PORT", "Studio", "listen"]
