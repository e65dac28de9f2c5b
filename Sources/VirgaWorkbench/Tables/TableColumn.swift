package import VirgaJSON

/// A column of a table, declared once for the screen, plain mode, copying, and a command.
///
/// The screen takes head and spoken text from it, and draws the value in its own width and style.
package struct TableColumn<Row>: Sendable {
  /// Empty if only JSON has the column.
  package let head: String
  /// The name of the member in JSON.
  package let key: String
  /// The cell in a command's text.
  package let text: @Sendable (Row) -> String
  /// The value in words, for plain mode and screen readers; empty if there is nothing to say.
  package let spoken: @Sendable (Row) -> String
  package let json: @Sendable (Row) -> JSONValue

  /// Creates a column from its parts; `key` is its name in JSON, and `text`, `spoken` (for screen
  /// readers) and `json` make the cell of a row.
  package init(
    _ head: String, key: String, text: @escaping @Sendable (Row) -> String,
    spoken: @escaping @Sendable (Row) -> String, json: @escaping @Sendable (Row) -> JSONValue
  ) {
    self.head = head
    self.key = key
    self.text = text
    self.spoken = spoken
    self.json = json
  }

  /// A column whose JSON is its text; without `spoken`, screen readers speak the text too.
  package init(
    _ head: String, key: String, text: @escaping @Sendable (Row) -> String,
    spoken: (@Sendable (Row) -> String)? = nil
  ) {
    self.init(head, key: key, text: text, spoken: spoken ?? text, json: { .string(text($0)) })
  }

  /// A column that only JSON has; nil is written as null.
  package init(key: String, json: @escaping @Sendable (Row) -> String?) {
    self.init("", key: key, text: { _ in "" }, spoken: { _ in "" }) { row in
      json(row).map { JSONValue.string($0) } ?? .null
    }
  }
}
