import Testing
import VirgaCanvas

@testable import VirgaConsole

@Suite("Widths of the columns of flags") struct FlagWidthsTests {
  /// Names, values and kinds as in the demo.
  private static let cells = FlagCellWidths(
    name: 34, build: 16, user: 18, debug: 12, kind: 10)

  /// The widths from left to right.
  private func widths(_ cells: FlagCellWidths, in room: Int) -> [Int] {
    let widths = FlagWidths(cells, in: room)
    return [
      widths.name, widths.build, widths.user, widths.debug, widths.checks, widths.origin,
      widths.kind,
    ]
  }

  @Test(
    "a row is divided by what all flags can need",
    arguments: [
      .init("with room for all, every cell is whole", (196, [34, 16, 18, 12, 15, 16, 10])),
      .init("stored values are cut first", (116, [34, 16, 13, 6, 15, 16, 10])),
      .init("names are whole before kinds are shown", (76, [34, 7, 5, 6, 10, 9, 0])),
      .init("and before it is shown where a value comes from", (74, [34, 15, 5, 6, 10, 0, 0])),
      .init(
        "beside names with little room, stored values are signs", (56, [34, 5, 2, 2, 9, 0, 0])),
      .init("names are cut last", (40, [21, 5, 2, 2, 6, 0, 0])),
    ] as [Behavior<(room: Int, widths: [Int])>])
  func divided(_ behavior: Behavior<(room: Int, widths: [Int])>) {
    let (room, widths) = behavior.example
    #expect(self.widths(Self.cells, in: room) == widths)
  }

  @Test("without a key for any, stored values need one cell beside long names")
  func withoutKeys() {
    let cells = FlagCellWidths(name: 58, build: 6, user: 1, debug: 5, kind: 7)
    #expect(widths(cells, in: 76) == [58, 5, 1, 2, 6, 0, 0])
  }

  @Test("values of all flags are measured, whatever is on screen") func measured() {
    var console = FlagDriver.console().after(":flags")
    let before = console.flags.cellWidths
    let names = console.flags.list.items.filter { $0.flag != nil }.map(\.title.count)
    console.act(":filter sentFrom", ":channel release")
    let after = console.flags.cellWidths
    #expect(before.name == after.name && before.build == after.build)
    #expect(before.name == 2 + (names.max() ?? 0))
    #expect(before.build == "after-four-hours".count && before.user == 2 + before.build)
  }
}
