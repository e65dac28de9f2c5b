package import VirgaJSON

/// The columns of a list that a command prints and a screen shows, from left to right.
package struct Table<Row>: Sendable {
  package let columns: [TableColumn<Row>]

  package init(_ columns: [TableColumn<Row>]) { self.columns = columns }

  /// The columns of a command's text; those without a head are for JSON only.
  private var columnsWithHead: [TableColumn<Row>] { columns.filter { !$0.head.isEmpty } }

  /// The heads of a command's text.
  package var heads: [String] { columnsWithHead.map(\.head) }

  /// The cells below the heads.
  package func cells(of row: Row) -> [String] { columnsWithHead.map { $0.text(row) } }

  /// A row as an object, in the order of the columns.
  package func json(of row: Row) -> JSONObject {
    var object = JSONObject()
    for column in columns { object[column.key] = column.json(row) }
    return object
  }
}
