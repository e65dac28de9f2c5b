package import VirgaJSON
import VirgaSource

/// A file format in which a comparison is exported.
package enum ComparisonFormat: String, CaseIterable, Sendable {
  /// A table of a Markdown document.
  case markdown = "md"
  /// Comma-separated values; strings have no JSON quotes. Source of the rule: RFC 4180.
  case csv
  /// The output of `virga compare --format json`.
  case json

  /// The name to show.
  package var title: String {
    switch self {
    case .markdown: "Markdown"
    case .csv: "CSV"
    case .json: "JSON"
    }
  }

  /// The format for a file name's extension: `md` or `markdown` for Markdown, `csv` or `json`; nil
  /// for other extensions.
  package init?(file: String) {
    guard let dot = file.lastIndex(of: ".") else { return nil }
    let ending = file[file.index(after: dot)...].lowercased()
    self.init(rawValue: ending == "markdown" ? "md" : ending)
  }

  /// The text of the file.
  package func text(_ rows: [ComparisonRow], columns: [ComparisonColumn]) -> String {
    pieces(rows, columns: columns).joined()
  }

  /// The text of the file in pieces: what comes before the rows, each row, and what comes after
  /// them.
  ///
  /// Each is only made when it is asked for.
  package func pieces(_ rows: [ComparisonRow], columns: [ComparisonColumn]) -> some Sequence<String>
  {
    let pairs = ComparedPair.all(in: columns)
    let parts = [Part.start] + rows.indices.map(Part.row) + [.end]
    return parts.lazy.map { part in
      switch part {
      case .start: textBeforeRows(columns, pairs)
      case .row(let index): text(of: rows[index], columns, pairs, isFirst: index == 0)
      case .end: textAfterRows(hasRows: !rows.isEmpty)
      }
    }
  }

  private enum Part {
    case start
    case row(_ index: Int)
    case end
  }

  /// What comes before the rows: the titles of the columns, or the opening bracket of a JSON array.
  private func textBeforeRows(_ columns: [ComparisonColumn], _ pairs: [ComparedPair]) -> String {
    // The column of changes exists only if manifests are compared.
    let changeTitles = pairs.isEmpty ? [] : ["change"]
    let ownTitles = ["feature", "variable"] + changeTitles
    let columnTitles = columns.map(\.title)
    switch self {
    case .markdown:
      let capitalizedTitles: [String] = ownTitles.map { title in
        title.prefix(1).uppercased() + title.dropFirst()
      }
      let titles = capitalizedTitles + columnTitles
      let rule = titles.map { _ in "---" }
      return Self.markdownRow(titles) + Self.markdownRow(rule)
    case .csv: return Self.csvLine(ownTitles + columnTitles)
    case .json: return "["
    }
  }

  /// What comes after the rows: the closing bracket of a JSON array, on a line of its own after
  /// rows; empty for other formats.
  private func textAfterRows(hasRows: Bool) -> String {
    guard self == .json else { return "" }
    return hasRows ? "\n]\n" : "]\n"
  }

  /// The text of one row; in JSON with a comma before it, unless it is the first.
  private func text(
    of row: ComparisonRow, _ columns: [ComparisonColumn], _ pairs: [ComparedPair], isFirst: Bool
  ) -> String {
    // The cell of the column of changes, which exists only if manifests are compared; it is nil if
    // the row has no change.
    let changeCells = pairs.isEmpty ? [] : [row.change(in: pairs)?.rawValue]
    switch self {
    case .markdown:
      let changeTexts = changeCells.map { $0 ?? "" }
      return Self.markdownRow([row.feature, row.name] + changeTexts + row.cells.map(\.text))
    case .csv:
      return Self.csvLine([row.feature, row.name] + changeCells + row.cells.map(\.csvField))
    case .json: return (isFirst ? "" : ",") + Self.jsonItem(row, columns, pairs)
    }
  }

  /// The row as an item of a JSON array: a line end, then the object, indented, without a comma.
  private static func jsonItem(
    _ row: ComparisonRow, _ columns: [ComparisonColumn], _ pairs: [ComparedPair]
  ) -> Substring {
    // Printed as an array of this one row, without its brackets and the line end before the last.
    let array = JSONValue.array([json(row, columns, pairs)]).pretty()
    return array.dropFirst("[".count).dropLast("\n]".count)
  }

  /// The rows as an array of objects with `feature`, `path` and `values` by column.
  ///
  /// If several manifests are compared, changed rows also have `change`. Rows about types have
  /// `types` instead of `values`.
  ///
  /// - Parameter pairs: The pairs of an old and a new column that decide `change`; nil for those of
  ///   the first manifest with every later one.
  package static func json(
    _ rows: [ComparisonRow], columns: [ComparisonColumn], pairs: [ComparedPair]? = nil
  ) -> JSONValue {
    let pairs = pairs ?? ComparedPair.all(in: columns)
    return .array(rows.map { json($0, columns, pairs) })
  }

  /// The row as an object, with its cells by the title of their column, without empty ones.
  ///
  /// It also has the change between the old and the new columns of `pairs`, if there is one.
  private static func json(
    _ row: ComparisonRow, _ columns: [ComparisonColumn], _ pairs: [ComparedPair]
  ) -> JSONValue {
    var values = JSONObject()
    for (column, cell) in zip(columns, row.cells) { values[column.title] = cell.json }
    var object: JSONObject = ["feature": .string(row.feature), "path": .string(row.path)]
    object[row.isAboutTypes ? "types" : "values"] = .object(values)
    if let change = row.change(in: pairs) { object["change"] = .string(change.rawValue) }
    return .object(object)
  }

  /// A row of a Markdown table; line ends in a cell become spaces.
  private static func markdownRow(_ cells: [String]) -> String {
    let escapedCells = cells.map { text in
      // Backslashes first, because the escape of `|` adds one.
      let escaped = text.replacing(bytesOf: "\\", with: "\\\\").replacing(bytesOf: "|", with: "\\|")
      return escaped.split(whereSeparator: \.isNewline).joined(separator: " ")
    }
    return "| " + escapedCells.joined(separator: " | ") + " |\n"
  }

  /// A line of comma-separated values; nil is a missing value, and an empty string is quoted to
  /// tell it from one.
  private static func csvLine(_ cells: [String?]) -> String {
    let fields = cells.map { text in
      guard let text else { return "" }
      let needsQuotes = text.isEmpty || text.utf8.contains { ",\"\r\n".utf8.contains($0) }
      guard needsQuotes else { return text }
      return "\"" + text.replacing(bytesOf: "\"", with: "\"\"") + "\""
    }
    return fields.joined(separator: ",") + "\r\n"
  }
}

extension ComparedCell {
  /// The value with its layers; nil if the cell has no value.
  package var leaf: MergedLeaf? { if case .leaf(let leaf) = self { leaf } else { nil } }

  /// The value or the type; nil if the cell has neither.
  package var json: JSONValue? {
    switch self {
    case .leaf(let leaf): leaf.value
    case .type(let type): .string(type)
    case .missing, .noFeature: nil
    }
  }

  /// A string without quotes, other values as JSON, or the type; nil if the cell is empty.
  fileprivate var csvField: String? { json.map { $0.stringValue ?? $0.compact } }

  /// The value as JSON, or the type; `–` if the cell is empty.
  package var text: String {
    switch self {
    case .leaf(let leaf): leaf.value.compact
    case .type(let type): type
    case .missing, .noFeature: "–"
    }
  }
}

extension ComparisonRow {
  /// The path, marked if the row is about types; `(feature)` for a feature without variables.
  package var name: String {
    guard !path.isEmpty else { return "(feature)" }
    return isAboutTypes ? "\(path) (type)" : path
  }
}
