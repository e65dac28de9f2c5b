public import VirgaJSON
import VirgaSource

/// A comparison as other programs read it.
public enum ComparisonFormat: String, CaseIterable, Sendable {
  /// A table of a Markdown document.
  case markdown = "md"
  /// Comma-separated values. Source of the rule: RFC 4180.
  case csv
  /// What `virga compare --format json` prints.
  case json

  /// What the form is called.
  public var title: String {
    switch self {
    case .markdown: "Markdown"
    case .csv: "CSV"
    case .json: "JSON"
    }
  }

  /// The form that goes with the ending of a file's name; nil where it is none of these.
  public init?(file: String) {
    guard let dot = file.lastIndex(of: ".") else { return nil }
    let ending = file[file.index(after: dot)...].lowercased()
    self.init(rawValue: ending == "markdown" ? "md" : ending)
  }

  /// The rows as a whole file.
  public func text(_ rows: [ComparisonRow], columns: [ComparisonColumn]) -> String {
    switch self {
    case .markdown: Self.markdown(rows, columns)
    case .csv: Self.csv(rows, columns)
    case .json: Self.json(rows, columns: columns).pretty() + "\n"
    }
  }

  /// The rows as an array of objects with `feature`, `path` and `values` by column.
  ///
  /// Where several manifests are compared a row that one of them changed also has its `change`, and one about types
  /// has `types` for `values`.
  public static func json(_ rows: [ComparisonRow], columns: [ComparisonColumn]) -> JSONValue {
    let pairs = ComparedPair.all(in: columns)
    return .array(
      rows.map { row in
        var values = JSONObject()
        for (column, cell) in zip(columns, row.cells) { values[column.title] = cell.json }
        var object: JSONObject = ["feature": .string(row.feature), "path": .string(row.path)]
        object[row.isAboutTypes ? "types" : "values"] = .object(values)
        if let change = row.change(in: pairs) { object["change"] = .string(change.rawValue) }
        return .object(object)
      })
  }

  private static func markdown(_ rows: [ComparisonRow], _ columns: [ComparisonColumn]) -> String {
    func line(_ cells: [String]) -> String { "| " + cells.joined(separator: " | ") + " |\n" }
    func escaped(_ text: String) -> String {
      text.replacing(bytesOf: "\\", with: "\\\\").replacing(bytesOf: "|", with: "\\|")
        .split(whereSeparator: \.isNewline).joined(separator: " ")
    }
    let pairs = ComparedPair.all(in: columns)
    let heads = ["Feature", "Variable"] + (pairs.isEmpty ? [] : ["Change"]) + columns.map { escaped($0.title) }
    return line(heads) + line(heads.map { _ in "---" })
      + rows.map { row in
        line([row.feature, row.name].map(escaped) + row.changeCell(in: pairs) + row.cells.map { escaped($0.text) })
      }.joined()
  }

  private static func csv(_ rows: [ComparisonRow], _ columns: [ComparisonColumn]) -> String {
    func field(_ text: String) -> String {
      let needsQuotes = text.utf8.contains { ",\"\r\n".utf8.contains($0) }
      return needsQuotes ? "\"" + text.replacing(bytesOf: "\"", with: "\"\"") + "\"" : text
    }
    func line(_ cells: [String]) -> String { cells.map(field).joined(separator: ",") + "\r\n" }
    let pairs = ComparedPair.all(in: columns)
    return line(["feature", "variable"] + (pairs.isEmpty ? [] : ["change"]) + columns.map(\.title))
      + rows.map { row in
        line([row.feature, row.name] + row.changeCell(in: pairs) + row.cells.map(\.text))
      }.joined()
  }
}

extension ComparedCell {
  /// The value with its layers; nil where there is none.
  public var leaf: MergedLeaf? { if case .leaf(let leaf) = self { leaf } else { nil } }

  /// The value or the type; nil where there is none.
  public var json: JSONValue? {
    switch self {
    case .leaf(let leaf): leaf.value
    case .type(let type): .string(type)
    case .missing, .noFeature: nil
    }
  }

  /// The value as JSON, or the type; `–` where there is none.
  public var text: String {
    switch self {
    case .leaf(let leaf): leaf.value.compact
    case .type(let type): type
    case .missing, .noFeature: "–"
    }
  }
}

extension ComparisonRow {
  /// The path; a row about types says so, and one about a feature without variables that it is about the feature.
  public var name: String {
    guard !path.isEmpty else { return "(feature)" }
    return isAboutTypes ? "\(path) (type)" : path
  }

  /// The cell of a table that says what changed; none where one manifest alone is compared.
  fileprivate func changeCell(in pairs: [ComparedPair]) -> [String] {
    pairs.isEmpty ? [] : [change(in: pairs)?.rawValue ?? ""]
  }
}
