import Testing
import VirgaCanvas
import VirgaManifest

@testable import VirgaConsole

@Suite("Long names and values in the matrix") struct MatrixLayoutTests {
  /// An app that imports a component, with long paths, values and names of files.
  private var console: ConsoleDriver

  init() throws {
    let component = "/app/nimbus-features/messaging/component-of-all-apps.fml.yaml"
    let manifest = try ConsoleDriver.manifest(
      Self.manifest, path: "/app/browser.fml.yaml", including: [component: Self.component])
    console = try ConsoleDriver(FrameCase.goldenSize, manifest: manifest, channel: "developer")
    console.configure { $0.manifestPath = "/app/browser.fml.yaml" }
    console.run("channels")
  }

  @Test("rows are as tall as their names and values need while rows are free") func tallRows()
    throws
  {
    let start = try console.row(of: "┃▸  message-under-experiment")
    #expect(
      console.lines[start...].prefix(5) == [
        "┃▸  message-under-experiment        │ a-value-that-      │ another-message-    ┃",
        "┃                                   │ developers-see     │ of-the-component    ┃",
        "┃   messages.survey-message.text    │ How satisfied are  │ – missing           ┃",
        "┃                                   │ you with this app? │                     ┃",
        "┃   messages.survey-message.trigger │ NEVER              │ – missing           ┃",
      ])
  }

  @Test("rows that do not all fit take one line each") mutating func flatRows() throws {
    console.run("only-differences")
    #expect(
      console.sees(
        "┃   messages.survey-message.text    │ How satisfied are… │ – missing           ┃"))
  }

  @Test("names are whole even where not all rows fit") func wholeNames() throws {
    var console = try ConsoleDriver(
      FrameCase.goldenSize, yaml: Self.fourChannels, channel: "release")
    console.run("channels", "only-differences")
    let start = try console.row(of: "┃▸  sections-enabled-")
    #expect(
      console.lines[start...].prefix(3) == [
        "┃▸  sections-enabled-feature-         │ false   │ false │ false   │ false      ┃",
        "┃     setting-value-in-private        │         │       │         │            ┃",
        "┃  f0                                                                          ┃",
      ])
    for _ in 0..<console.channels.list.count {
      console.act("Down") { $0.sees("┃▸") }
    }
  }

  @Test("details keep their rows whichever value is under the cursor") func detailRows() throws {
    var console = try ConsoleDriver(
      Size(columns: 120, rows: 34), yaml: Self.fourChannels, channel: "release")
    console.act(":channels", ":only-differences") { $0.area(of: .layers)?.rows == 7 }
    for _ in 0..<console.channels.list.count {
      console.act("Down") { $0.area(of: .layers)?.rows == 7 }
    }
  }

  @Test("details below a short matrix take the rows that are left") func rowsBelowShortMatrix()
    throws
  {
    var console = try ConsoleDriver(
      Size(columns: 120, rows: 34), yaml: Self.fourChannels, channel: "release")
    console.act(":channels", ":only-differences", ":filter f1") {
      $0.area(of: .matrix)?.rows == 8 && $0.area(of: .layers)?.rows == 23
    }
  }

  @Test("a matrix above details is as tall as its names and values need") func rowsOfMatrix() throws
  {
    let start = try console.row(of: "┃▸  message-under-experiment")
    let end = try console.row(of: "┃   messages.survey-message.trigger")
    #expect(console.area(of: .matrix)?.endRow == end + 3, "a blank row is above the border")
    #expect(end - start == 4)
  }

  @Test(
    "a value that removes a row moves no border and no column",
    arguments: FrameCase.sizes.dropFirst(), [false, true])
  func steadyRows(size: Size, isFiltered: Bool) throws {
    let yaml = """
      channels: [release, nightly]
      features:
        menu:
          description: M.
          variables: { one: { description: O., type: Boolean, default: false } }
          defaults: [{ channel: nightly, value: { one: true } }]
      """
    var console = try ConsoleDriver(size, yaml: yaml, channel: "nightly")
    console.run("channels")
    if isFiltered { console.run("filter menu") }
    let border = console.area(of: .matrix)
    let heads = console.lines[try console.row(of: "Feature ▸ variable")]
    console.act("h t") { $0.channels.list.count == 0 }
    #expect(console.area(of: .matrix) == border)
    console.act("u") { $0.channels.list.count > 0 && $0.sees(heads) }
    #expect(console.area(of: .matrix) == border)
  }

  @Test(
    "no key moves a column while all columns are in sight",
    arguments: [FrameCase.goldenSize, ConsoleDriver.defaultSize, Size(columns: 200, rows: 60)])
  func steadyColumns(size: Size) {
    /// The positions of the separators in the line of the heads.
    func separators(_ console: ConsoleDriver) -> [Int] {
      let heads = Array(console.lines[3])
      return heads.indices.filter { heads[$0] == "│" }
    }
    var console = ConsoleDriver.onChannels(size)
    let before = separators(console)
    #expect(before.count >= console.columns.count)
    let steps = [
      "G", "g", "l", "l", "l", "=", "G", "g", "=", "i", ":filter homescreen", "G", "=",
      ":filter nothing", ":filter", "1 3",
    ]
    for step in steps {
      console.act(step)
      #expect(separators(console) == before, "\(step)")
    }
  }

  @Test("columns have room for values that agree before these are listed")
  func agreeingValues() throws {
    let text = "a-text-of-thirty-five-cells-for-all"
    let yaml = ConsoleDriver.yaml(channels: "a, b", ["one": ["text: String = \(text)"]])
    var console = try ChannelSamples.console(yaml, channel: "a")
    let heads = console.lines[3]
    #expect(console.matrix.list.count == 0)
    console.act("=") { $0.sees(text) && $0.lines[3] == heads }
  }

  private static let roomOfWideTerminal = 198

  @Test("long heads are cut if all columns fit then")
  func cutHeads() {
    let headsOf8 = Array(repeating: (needed: 40, head: 36), count: 8)
    let all = MatrixWidths(headsOf8, name: 30, cursor: 0, in: Self.roomOfWideTerminal)
    #expect(all.columns.map(\.width) == Array(repeating: 18, count: 8))
  }

  @Test("long heads stay whole if cutting them is not enough for all columns")
  func wholeHeads() {
    let headsOf10 = Array(repeating: (needed: 40, head: 36), count: 10)
    let some = MatrixWidths(headsOf10, name: 30, cursor: 0, in: Self.roomOfWideTerminal)
    #expect(some.columns.count == 4 && some.columns.allSatisfy { $0.width >= 36 })
  }

  @Test("values are cut before heads")
  func headsBeforeValues() {
    let columns = [(needed: 60, head: 9), (needed: 60, head: 16), (needed: 60, head: 16)]
    let widths = MatrixWidths(columns, name: 22, cursor: 2, in: 76).columns.map(\.width)
    #expect(widths == [13, 16, 16])
  }

  @Test("a line after the last column ends it if columns leave cells free") func lastColumn() throws
  {
    func separators(of console: ConsoleDriver) throws -> Int {
      let heads = try console.row(of: "Feature ▸ variable")
      return console.lines[heads].count { $0 == "│" }
    }
    let shortValues = """
      channels: [a, b]
      features:
        f:
          description: F
          variables: { count: { description: C, type: Int, default: 1 } }
          defaults: [{ channel: b, value: { count: 2 } }]
      """
    let wide = try ChannelSamples.console(
      shortValues, Size(columns: 200, rows: 60), channel: "a")
    #expect(try separators(of: wide) == 3)
    #expect(try separators(of: console) == 2)
  }

  @Test("a missing value is only a sign before a name or another value is cut")
  func missing() throws {
    let yaml = """
      channels: [developer, release]
      features:
        messaging:
          description: Messages.
          variables: { messages: { description: All., type: "Map<String, Message>", default: {} } }
          defaults:
            - channel: developer
              value:
                messages: { survey-message: { text: How satisfied are you with this app?, trigger: NEVER } }
      objects:
        Message:
          description: A message.
          fields:
            text: { description: What it says., type: String, default: "" }
            trigger: { description: When., type: String, default: ALWAYS }
      """
    let console = try ChannelSamples.console(
      yaml, FrameCase.goldenSize, channel: "developer")
    #expect(
      console.sees(
        "┃   messages.survey-message.trigger │ NEVER                         │ –        ┃"))
  }

  @Test(
    "a value that is cut ends in an ellipsis, also if words fill its lines", arguments: 50..<60)
  func fullLines(columns: Int) throws {
    let words = Array(repeating: "four", count: 60).joined(separator: " ")
    let yaml = ConsoleDriver.yaml(channels: "a, b", ["one": ["text: String = \(words)"]])
    let console = try ChannelSamples.console(yaml, Size(columns: columns, rows: 24), channel: "a")
      .after("=")
    let row = try console.row(of: " text ")
    let lines = console.lines[row...].prefix { $0.contains("four") }
    #expect(lines.count > 1 && lines.last?.contains("…") == true, "\(console.lines)")
  }

  @Test("long values that begin the same are shown from where they differ") func cutting() throws {
    let same = String(repeating: "same ", count: 20)
    let yaml = """
      channels: [a, b]
      features:
        f:
          description: F
          variables: { text: { description: T, type: String, default: "\(same)one" } }
          defaults: [{ channel: b, value: { text: "\(same)two" } }]
      """
    let console = try ChannelSamples.console(yaml, Size(columns: 60, rows: 9), channel: "a")
    #expect(console.sees("one", "two"))
  }

  @Test("a click on any line of a row goes to that row") mutating func clicks() throws {
    let second = try console.row(of: "you with this app?")
    console.click(5, second) { $0.matrix.selectedRow?.name == "messages.survey-message.text" }
    console.click(5, second + 1) {
      $0.matrix.selectedRow?.name == "messages.survey-message.trigger"
    }
  }

  @Test("the deciding layer comes first if the others would push it out of sight")
  mutating func decidingLayer() throws {
    #expect(try console.row(of: "│   variable default") < console.row(of: "│ ▸ import developer"))
    console.run("only-differences")
    let first = try console.row(of: "┌─ message-under-experiment in developer") + 1
    #expect(
      console.lines[first].contains(
        "▸ import developer  a-value-that-developers-see       browser.fml.yaml:9"))
    #expect(console.lines[first + 1].contains("variable default  a-message-of-the-component"))
  }

  private static let manifest = """
    channels: [developer, release]
    imports:
      - path: nimbus-features/messaging/component-of-all-apps.fml.yaml
        channel: release
        features:
          messaging:
            - channel: developer
              value:
                message-under-experiment: a-value-that-developers-see
                messages: { survey-message: { text: How satisfied are you with this app?, trigger: NEVER } }
    features:
    \((0..<12).map { "  f\($0): { description: F., variables: { on: { description: O., type: Boolean, default: true } } }" }
      .joined(separator: "\n"))
    """

  private static let fourChannels = """
    channels: [release, beta, nightly, developer]
    features:
      cookie-banners:
        description: C.
        variables:
          sections-enabled-feature-setting-value-in-private: { description: S., type: Boolean, default: false }
    \((0..<9).map { "  f\($0): { description: F., variables: { on: { description: O., type: Boolean, default: true } } }" }
      .joined(separator: "\n"))
    """

  private static let component = """
    channels: [release]
    features:
      messaging:
        description: Messages.
        variables:
          message-under-experiment: { description: Which., type: String, default: a-message-of-the-component }
          messages: { description: All., type: "Map<String, Message>", default: {} }
        defaults:
          - value: { message-under-experiment: another-message-of-the-component }
    objects:
      Message:
        description: A message.
        fields:
          text: { description: What it says., type: String, default: "" }
          trigger: { description: When., type: String, default: ALWAYS }
    about: { description: Messages of all apps., swift: { module: M, class: C } }
    """
}
