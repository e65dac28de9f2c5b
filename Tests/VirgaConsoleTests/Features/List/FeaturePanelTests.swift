import Testing
import VirgaCanvas
import VirgaExperiments
import VirgaJSON
import VirgaWorkbench

@testable import VirgaConsole

@Suite("Features and their values") struct FeaturePanelTests {
  private static let yaml = """
    channels: [beta, nightly]
    objects:
      Item: { description: d, fields: { on: { description: d, type: Boolean, default: true } } }
      Box:
        description: d
        fields:
          bottom: { description: d, type: Boolean, default: true }
          hint: { description: d, type: Boolean, default: true }
    enums:
      Place: { description: d, variants: { top: { description: d }, bottom-bar: { description: d } } }
    features:
      nested:
        description: d
        variables:
          items: { description: d, type: "Map<String, Item>", default: { a: { on: false } } }
        defaults: [{ channel: beta, value: { items: { a: { on: true } } } }]
      other:
        description: d
        variables: { size: { description: d, type: Int, default: 1 } }
        defaults: [{ channel: beta, value: { size: 2 } }]
      same:
        description: d
        variables:
          size: { description: d, type: Int, default: 1 }
          place: { description: d, type: Place, default: top }
        defaults: [{ channel: beta, value: { size: 1 } }]
      search:
        description: d
        variables: { box: { description: d, type: Box, default: { bottom: true, hint: true } } }
        defaults:
          - value: { box: { bottom: true, hint: false } }
          - channel: beta
            value: { box: { bottom: false, hint: false } }
    """
  private var console: ConsoleDriver
  private var small = ConsoleDriver.withRecipes(FrameCase.goldenSize).after(":select homescreen")

  init() throws { console = try ConsoleDriver(yaml: Self.yaml, channel: "beta") }

  private static func title(_ console: ConsoleDriver) -> String {
    String(console.lines[1].prefix { !"┓┐".contains($0) }.filter { !"┏┌━─".contains($0) }).split(
      separator: " "
    )
    .joined(separator: " ")
  }

  @Test("the title counts experiments, rollouts and overrides before the number of features")
  mutating func counts() {
    // One experiment is about two features.
    #expect(small.model.layers.enrolled.values.count { $0.owners.first?.isRollout == false } == 2)
    #expect(Self.title(small) == "Features 44 ◆1 ◇1")
    small.act(":set sections-enabled.pocket false") { Self.title($0).hasSuffix("◆1 ◇1 ●1") }
    small.act(":list-features changed") { Self.title($0).contains("of 44") }
    small.run("list-features all")
    small.resize(120, 40)
    #expect(Self.title(small) == "Features 44 ◆1 ◇1 ●1")
  }

  @Test("the lower border says in words what the signs in the title count")
  mutating func wordsInLowerBorder() {
    for size in FrameCase.sizes[1...2] {
      small.resize(size.columns, size.rows)
      let words = " 1 experiment, 1 rollout "
      #expect(small.sees(words + "┛") || small.sees(words + "┘"))
    }
  }

  @Test("a wide terminal has the words in the title") mutating func wordsInTitle() {
    small.resize(200, 60)
    #expect(Self.title(small) == "Features 44 1 experiment, 1 rollout")
    small.act(":set sections-enabled.pocket false") {
      Self.title($0) == "Features 44 1 experiment, 1 rollout ●1"
    }
    #expect(small.lines.count { $0.contains("1 rollout") } == 1)
  }

  @Test("names stay in their column when the client leaves the last recipe")
  mutating func nameColumn() throws {
    func column(_ console: ConsoleDriver) -> Int? {
      let rows = console.lines.map { Array($0.prefix(28)) }
      return rows.compactMap { $0.firstRange(of: "home-widget")?.lowerBound }.first
    }
    let before = try #require(column(small))
    small.act(":take-part experiments", ":take-part rollouts", ":features") {
      $0.model.layers.enrolled.isEmpty && column($0) == before
    }
  }

  @Test("without a match, the right side says only that") mutating func noMatch() {
    small.act(":focus features", "/", "'zzzz") { console in
      // The list says so, too.
      let count = console.lines.joined(separator: "\n").ranges(of: "no feature matches").count
      return count == 2 && console.area(of: .problems) == nil
    }
  }

  @Test("the border counts marked features at every width", arguments: [false, true])
  func markCount(isASCII: Bool) throws {
    var console = ConsoleDriver(FrameCase.goldenSize, ascii: isASCII).after(":mark")
    #expect(console.focus == .features)
    for columns in 60...120 {
      console.resize(columns, 24)
      let area = try #require(console.area(of: .features))
      let border = String(Array(console.lines[area.row])[area.column..<area.endColumn])
      #expect(border.contains(" 1 marked "), "\(columns) columns")
    }
  }

  @Test("a feature is marked as changed only if a value differs from its default")
  mutating func changed() throws {
    let marked = { (console: ConsoleDriver) in
      console.lines[4...6].map { $0.prefix(20).contains("~") }
    }
    #expect(marked(console) == [true, true, false])
    console.act(":channel nightly") { marked($0) == [false, false, false] }
    console.run("channel beta")
    console.load(try ConsoleDriver.manifest(Self.yaml.replacing("size: 2", with: "size: 1")))
    #expect(marked(console) == [true, false, false])
    console.act(":select same") {
      $0.lines[1].contains("2 values ") && !$0.lines[1].contains("changed")
        && !$0.sees("size", "~ 1")
    }
  }

  @Test("the value before a change is the last one that differs")
  mutating func was() {
    console.act(":select search", ":go box.hint") {
      $0.sees("Boolean  false, was true (variable default)")
    }
    #expect(console.features.values.selectedRow?.valueBeforeChange == true)
    console.act(":go box.bottom") { $0.sees("Boolean  false, was true (manifest default)") }
  }

  @Test("a filter lists features with such a field before those with such a variant")
  mutating func inner() {
    console.act("/", "'bottom") { $0.ids == ["search", "same"] && $0.sees("same · bottom-bar") }
    console.act("Enter Enter") { $0.path == "box.bottom" }
  }

  @Test("80x24 shows without scrolling why a value differs between channels")
  mutating func details() {
    small.act(":open", ":go sections-enabled.pocket")
    for (channel, layers) in [
      ("release", ["▸ variable default  false  features/home.yaml:24 "]),
      (
        "nightly",
        [
          "  variable default     false  home.yaml:24 ",
          "▸ manifest nightly +1  true   home.yaml:55 ",
        ]
      ),
    ] {
      small.run("channel \(channel)")
      for line in ["true in developer, nightly ", "false in beta, release "] + layers {
        #expect(small.sees("│ \(line)"))
      }
    }
  }

  @Test("a table longer than its panel shows its number of lines") mutating func reach() throws {
    let shown = small.height(of: .values)
    let reach = " of \(small.features.values.rows.count) lines "
    let low = try #require(small.area(of: .values))
    #expect(small.lines[low.endRow - 1].contains("└─ \(shown)\(reach)─"), "\(small.lines)")
    small.resize(120, 60)
    let high = try #require(small.area(of: .values))
    #expect(!small.lines[high.endRow - 1].contains(reach))
    #expect(small.lines[1].hasSuffix(" changed ─┐"))
  }

  @Test("an unfolded list keeps its layer and its old value") mutating func openedList() throws {
    small.resize(120, 40)
    small.act(":open", ":go section-order")
    let closed = try #require(small.features.values.selectedRow)
    small.press("l")
    let open = try #require(small.features.values.selectedRow)
    #expect(
      open.isOpen == true && open.isChanged && open.valueBeforeChange == closed.valueBeforeChange)
    #expect(small.sees("┃", " section-order ", "◆ [4]", "[5]"))
  }
}
