import Testing

@testable import VirgaConsole

@Suite("widths of columns")
struct ColumnWidthTests {
  /// The cells that columns get in a row.
  private func cells(_ columns: [ColumnFit.Column], in room: Int) -> [Int] {
    ColumnFit(columns, in: room).columns.map(\.givenWidth)
  }

  private static let flags: [ColumnFit.Column] = [
    .init(.content.shortened(to: 12), needed: 20), .init(.content.alwaysWhole, needed: 5),
    .init(.content, needed: 7),
  ]

  @Test(
    "in a narrow row, the rightmost column is dropped and the name is shortened",
    arguments: [
      (40, [20, 5, 7]), (35, [20, 5, 7]), (34, [20, 5, 0]), (26, [20, 5, 0]), (25, [19, 5, 0]),
      (18, [12, 5, 0]), (10, [10, 0, 0]),
    ])
  func narrowRow(room: Int, expected: [Int]) {
    #expect(cells(Self.flags, in: room) == expected)
  }

  @Test("a column is dropped before those on its right")
  func droppedFirst() {
    let columns: [ColumnFit.Column] = [
      .init(.content.droppedFirst, needed: 5), .init(.content, needed: 5),
      .init(.content, needed: 5),
    ]
    #expect(cells(columns, in: 17) == [0, 5, 5])
    #expect(cells(columns, in: 11) == [0, 5, 0])
  }

  @Test("cells that are left first widen a column that its limit cuts")
  func limit() {
    let columns: [ColumnFit.Column] = [
      .init(.content(atMost: 10).alwaysWhole, needed: 30), .init(.rest, needed: 4),
    ]
    #expect(cells(columns, in: 16) == [10, 5])
    #expect(cells(columns, in: 17) == [11, 5])
    #expect(cells(columns, in: 40) == [30, 9])
    #expect(cells(columns, in: 15) == [10, 4])
  }

  @Test("a column without any text takes no room")
  func empty() {
    let columns: [ColumnFit.Column] = [
      .init(.fixed(2), needed: 0), .init(.content.alwaysWhole, needed: 0), .init(.rest, needed: 4),
    ]
    #expect(cells(columns, in: 20) == [2, 0, 17])
  }
}
