import Testing
import VirgaCanvas
import VirgaManifest

@testable import VirgaConsole

@Suite("Comparing two columns") struct ColumnPairTests {
  /// Three channels: `a` and `b` differ in `x`, `b` and `c` in `y`, `a` and `c` in both.
  private static let yaml = """
    channels: [a, b, c]
    features:
      one:
        description: d
        variables:
          x: { description: d, type: Int, default: 1 }
          y: { description: d, type: Int, default: 1 }
          z: { description: d, type: Int, default: 1 }
        defaults:
          - { channel: b, value: { x: 2 } }
          - { channel: c, value: { x: 2, y: 2 } }
    """
  private static let allColumns = ["a", "b", "c"]
  private var console: ConsoleDriver

  init() throws { console = try ChannelSamples.console(Self.yaml, channel: "a") }

  // Marks.

  @Test("= compares only the two marked columns")
  mutating func marked() {
    console.act("l s l s =", says: .onlyTwo(["b", "c"], all: "="))
    #expect(console.columns == ["b", "c"] && console.channelNames == ["one", "one y"])
  }

  @Test("a second = shows all columns again")
  mutating func markedTwice() {
    console.act("l s l s =", "=") {
      $0.columns == Self.allColumns && $0.channelNames == ["one", "one x", "one y"]
    }
  }

  @Test("marked columns are compared in the order of the columns") mutating func order() {
    console.act("l l s h h s =") { $0.columns == ["a", "c"] }
  }

  @Test("marking says which columns are marked and what compares them") mutating func marking() {
    console.act("s", says: .markedColumns(["a"], compare: "="))
    console.act("l s", says: .markedColumns(["a", "b"], compare: "="))
    #expect(console.sees("│✓a", "│✓b", "│ c"))
    console.act("l s", says: .markedColumns(Self.allColumns, compare: "="))
    console.act("s h s h s", says: .markedColumns([], compare: "="))
  }

  @Test("with one or three marked columns = lists other rows, as without marks")
  mutating func otherMarks() {
    console.act("s =") { $0.channelNames.contains("one z") && $0.columns == Self.allColumns }
    console.act("l s l s =") {
      !$0.channelNames.contains("one z") && $0.columns == Self.allColumns
    }
  }

  @Test("Esc clears the marks of columns before it shows all columns") mutating func leaving() {
    console.act("s l s =", "s") { $0.matrix.markedColumns == ["b"] }
    console.act("Esc") { $0.matrix.markedColumns.isEmpty && $0.columns == ["a", "b"] }
    console.act("Esc") { $0.columns == Self.allColumns }
  }

  @Test("after two columns, the rows are listed that were listed before") mutating func rows() {
    console.act("= s l s =") { $0.channelNames == ["one", "one x"] }
    console.act("=") { $0.channelNames == ["one", "one x", "one y", "one z"] }
  }

  @Test("the hint line offers marking, comparing and returning at 80 columns")
  mutating func hints() {
    console.resize(80, 24)
    #expect(console.hints.hasPrefix(" = every value  Enter open  s mark column "))
    console.act("s l s") { $0.hints.hasPrefix(" = compare marked  Enter open  s unmark column ") }
    console.act("=") { $0.hints.hasPrefix(" = all columns  Enter open ") }
  }

  // Naming two channels.

  @Test("compare with two channels shows only these")
  mutating func named() {
    console.act(":compare b c", says: .onlyTwo(["b", "c"], all: "="))
    #expect(console.columns == ["b", "c"])
  }

  @Test("= shows all columns after two were named")
  mutating func afterNamed() {
    console.act(":compare b c", "=") { $0.columns == Self.allColumns }
  }

  @Test("the details compare the two columns, whichever is under the cursor")
  func details() {
    var demo = ConsoleDriver.onChannels().after(":compare nightly release")
    #expect(demo.sees("nightly and release agree on"))
    demo.act("l") { $0.sees("nightly and release agree on") }
    demo.act("=") { !$0.sees("nightly and release agree on") }
  }

  @Test("a filter without a difference between the two columns says how to see all columns")
  mutating func filtering() {
    console.act(":compare b c", ":filter x") {
      $0.sees("1 match but agree in both columns: = shows all columns")
    }
  }

  @Test("t says how to see all columns if both agree now") mutating func trying() {
    console.act(":compare a b", "l t") {
      $0.message == .info("set one ▸ x = 2").andBothColumnsAgree(showAll: "=")
    }
  }

  @Test("dropping or adding a column starts from the two that are shown")
  mutating func columnsOfPair() {
    console.act(":compare b c", "-") { $0.columns == ["c"] }
    console.act("A") { $0.columns == Self.allColumns }
    console.act(":compare b c", ":add-column a") { $0.columns == Self.allColumns }
    console.act(":compare b c", "A") { $0.columns == Self.allColumns }
  }

  @Test("another manifest ends the comparison of two columns") mutating func manifests() throws {
    console.run("compare b c")
    try console.compare(with: Self.yaml)
    #expect(console.matrix.pairShownAlone == nil && console.columns.count == 6)
  }

  // The list of pairs.

  @Test("p lists all pairs with the number of values that differ")
  mutating func pairs() {
    console.press("p")
    #expect(console.titles == ["a and b", "a and c", "b and c"])
    #expect(console.details == ["1 value differs", "2 values differ", "1 value differs"])
  }

  @Test("Enter in the list of pairs compares one")
  mutating func chosenPair() {
    console.act("p", "Down Down Enter") {
      $0.columns == ["b", "c"] && $0.message == .onlyTwo(["b", "c"], all: "=")
    }
  }

  @Test("the list of pairs begins at the one that is compared")
  mutating func comparedPair() {
    console.press("p", "Down", "Down", "Enter")
    console.act("p") { $0.chosen == "b and c" && $0.titles.count == 3 }
  }

  @Test("the list of pairs counts as the matrix does, with the session or without")
  mutating func sessionPairs() {
    console.act(":select one", ":set z 7", ":channels", "p") {
      $0.details == ["1 value differs", "2 values differ", "1 value differs"]
    }
    console.act("Esc", ":select one", ":set x 2", ":channels", "p") {
      $0.details == ["no value differs", "1 value differs", "1 value differs"]
    }
    console.act("Esc i p") {
      $0.details == ["1 value differs", "2 values differ", "1 value differs"]
    }
  }

  @Test("dropped columns are in no pair") mutating func offered() {
    console.act("-", ":pairs") { $0.titles == ["b and c"] }
  }

  @Test("the pair of a dropped column is refused") mutating func unknownPair() {
    console.act("-", ":pairs a b", says: .unknown("pair of columns", "a b", among: ["b c"]))
  }

  @Test("the pairs of two hundred columns are listed and narrow by typing")
  func manyColumns() throws {
    let channels = (1...200).map { "c\($0)" }.joined(separator: ", ")
    let yaml = """
      channels: [\(channels)]
      features:
        one:
          description: d
          variables: { x: { description: d, type: Int, default: 1 } }
          defaults: [{ channel: c7, value: { x: 2 } }]
      """
    var console = try ChannelSamples.console(yaml, channel: "c1")
    console.act("p") { $0.picker?.count == 19_900 && $0.details.first == "no value differs" }
    console.act("'c7 c8") { $0.titles.first == "c7 and c8" }
    console.act("Enter") { $0.columns == ["c7", "c8"] }
  }

  @Test("one column has no pairs") func oneColumn() throws {
    let yaml = Self.yaml.replacing("channels: [a, b, c]", with: "channels: [a]")
      .replacing("      - { channel: b, value: { x: 2 } }\n", with: "")
      .replacing("{ channel: c,", with: "{ channel: a,")
    var console = try ChannelSamples.console(yaml, channel: "a")
    console.act("p", says: StatusMessage.onlyColumn.about("compare two columns"))
  }
}
