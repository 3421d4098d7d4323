// Cells as text and back, in the way that spreadsheets copy and paste them: tabs between cells, quotes where
// needed.

export function write(rows) {
  return rows
    .map((row) =>
      row.map((text) => (/[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)).join("\t"),
    )
    .join("\n");
}

export function parse(text) {
  const rows = [[]];
  const cell = /"((?:[^"]|"")*)"(?=[\t\r\n]|$)|([^\t\r\n]*)/y;
  let at = 0;
  while (true) {
    cell.lastIndex = at;
    const [whole, quoted, bare] = cell.exec(text);
    rows.at(-1).push(quoted === undefined ? bare : quoted.replaceAll('""', '"').replaceAll("\r\n", "\n"));
    at += whole.length;
    if (at >= text.length) break;
    const separator = text.startsWith("\r\n", at) ? "\r\n" : text[at];
    at += separator.length;
    if (separator === "\t") continue;
    if (at >= text.length) break; // the break behind the last row
    rows.push([]);
  }
  return rows;
}
