import Testing
import VirgaCanvas

@Suite("Rectangle") struct RectangleTests {
  private let area = Rectangle(column: 2, row: 3, columns: 10, rows: 5)

  @Test("splits without gaps or overlap") func splitting() {
    #expect(area.top(2) == Rectangle(column: 2, row: 3, columns: 10, rows: 2))
    #expect(area.bottom(2) == Rectangle(column: 2, row: 6, columns: 10, rows: 2))
    #expect(area.left(4) == Rectangle(column: 2, row: 3, columns: 4, rows: 5))
    #expect(area.right(4) == Rectangle(column: 8, row: 3, columns: 4, rows: 5))
    #expect(area.droppingTop(1) == Rectangle(column: 2, row: 4, columns: 10, rows: 4))
    #expect(area.droppingBottom(1) == area.top(4))
    #expect(area.droppingLeft(1) == area.right(9))
    #expect(area.droppingRight(1) == area.left(9))
    #expect(area.split(left: 4).right == area.right(6))
    #expect(area.line(4) == area.bottom(1))
    #expect(area.line(5).isEmpty)
  }

  @Test("never has a negative size", arguments: [Int.min, -1, 0, 5, 10, 11, .max])
  func negativeSizes(count: Int) {
    let parts = [
      area.top(count), area.bottom(count), area.left(count), area.right(count),
      area.droppingTop(count),
      area.droppingBottom(count), area.droppingLeft(count), area.droppingRight(count),
      area.inset(by: count),
      area.line(count),
      area.intersection(Rectangle(column: count, row: count, columns: count, rows: count)),
    ]
    for part in parts {
      #expect(part.columns >= 0 && part.rows >= 0)
      #expect(part.isEmpty || area.intersection(part) == part)
    }
  }

  @Test("contains only its own cells") func containing() {
    #expect(area.contains(Point(column: 2, row: 3)))
    #expect(area.contains(Point(column: 11, row: 7)))
    #expect(!area.contains(Point(column: 12, row: 7)))
    #expect(!area.contains(Point(column: 2, row: 8)))
    #expect(!area.contains(Point(column: .min, row: .max)))
  }

  @Test("centers a size that fits and fills otherwise") func centering() {
    #expect(
      area.centred(Size(columns: 4, rows: 3)) == Rectangle(column: 5, row: 4, columns: 4, rows: 3))
    #expect(area.centred(Size(columns: 99, rows: 99)) == area)
  }
}
