import Testing
import VirgaCanvas
import VirgaJSON
import VirgaSource
import VirgaTestSupport

@testable import VirgaConsole

@Suite("Cells of a line") struct LineCellsTests {
  @Test("wide characters, combining marks and tabs have the columns in which they are drawn")
  func cells() {
    let cells = LineCells("a日e\u{301}\tb")
    #expect(cells.text == "a日e\u{301}→ b" && cells.offsetsOfControlCharacters == [7])
    #expect([0, 1, 4, 7, 8].map(cells.column) == [0, 1, 3, 4, 6])
    #expect([0, 1, 2, 3, 4, 5, 6, 99].map(cells.offset) == [0, 1, 1, 4, 7, 7, 8, 9])
    #expect(LineCells("abc").column(of: 2) == 2 && LineCells("abc").offset(at: 99) == 3)
  }
}
