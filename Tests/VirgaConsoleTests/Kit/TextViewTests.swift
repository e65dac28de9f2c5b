import Testing
import VirgaCanvas

@testable import VirgaConsole

@Suite("Panels of text") struct TextViewTests {
  /// A text that is longer than its panel, with a title of some columns.
  private struct LongText: TextView {
    let panel = Panel.details
    let titleColumns: Int

    func title(of model: Model) -> DisplayText {
      DisplayText(String(repeating: "t", count: titleColumns))
    }
    func subtitle(of model: Model) -> DisplayText { "note" }
    func subject(of model: Model) -> String { "" }
    func text(of model: Model, columns: Int) -> [StyledLine] {
      Array(repeating: StyledLine("text"), count: 99)
    }
  }

  @Test(
    "the border of the focused text says how far it is shown, however long its title is",
    arguments: [false, true])
  func position(isASCII: Bool) throws {
    let console = ConsoleDriver(FrameCase.goldenSize, ascii: isASCII).after(":focus details")
    let area = try #require(console.area(of: .details))
    for titleColumns in 1...area.columns {
      var canvas = Canvas(size: console.size, isASCII: isASCII)
      LongText(titleColumns: titleColumns).draw(console.model, on: &canvas)
      let border = canvas.lines()[area.row]
      #expect(border.contains(" lines "), "a title of \(titleColumns) columns")
    }
  }
}
