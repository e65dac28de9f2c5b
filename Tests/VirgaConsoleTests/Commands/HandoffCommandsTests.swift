import Testing
import VirgaCanvas
import VirgaJSON
import VirgaSource
import VirgaWorkbench
import VirgaYAML

@testable import VirgaConsole

@Suite("Handing off from the console") struct HandoffCommandsTests {
  private var console: ConsoleDriver

  init() {
    console = FlagDriver.withRecipes()
    offer("cirrus ios nightly")
  }

  private mutating func offer(_ names: String...) {
    let targets = names.compactMap { name -> HandoffTarget? in
      let words = name.split(separator: " ").map(String.init)
      return HandoffTarget.Platform(rawValue: words[1]).map {
        HandoffTarget(app: words[0], platform: $0, channel: words[2], id: "org.example.\(words[0])")
      }
    }
    console.offer(targets)
  }

  @Test("recipes are written in the format of the file's extension")
  mutating func handsOff() throws {
    console.act("4", "h", says: .nothingToHandOff.about("hand off to a device"))
    console.run(
      "force-branch homepage-cards wide", "hand-off cirrus ios nightly recipes  out.json ")
    let draft = try console.written()
    #expect(draft.path == "out.json" && draft.text.hasPrefix("{\n  \"data\": ["))
    console.run("hand-off cirrus ios nightly recipes out.yml")
    let yaml = try console.written()
    #expect(yaml.text.hasPrefix("data:\n- "))
    #expect(
      LocatedText(SourceText(name: "out.yml", text: yaml.text)).json
        == (try JSONValue.parse(draft.text)))
  }

  @Test("an app without a scheme has no link") mutating func noLink() throws {
    console.run("force-branch homepage-cards wide")
    console.act(":hand-off cirrus ios nightly link", says: .noLinkScheme("cirrus ios nightly"))
  }

  @Test("warnings come first in the list and last in the message") mutating func warns() throws {
    console.resize(80, 24)
    offer("cirrus android nightly")
    console.act(":force-branch homepage-cards wide", ":flag set sentFromCirrus off", "4") {
      $0.hints.contains(" h hand off ")
    }
    console.act("h Enter") { console in
      console.titles.first?.hasPrefix("! not handed off: preference ") == true
        && console.titles.contains("with homepage-cards")
    }
    #expect(console.picker?.selected?.leading == "copy")
    #expect(console.sees("the adb command") && console.sees("nimbus-cli apply-file "))
    console.press("Enter")
    let copied = try console.copied().what
    #expect(
      copied.hasPrefix(
        "the adb command for cirrus android nightly, with homepage-cards (not handed off: "))
    offer("cirrus ios dogfood")
    console.act(":hand-off cirrus ios dogfood") { console in
      console.titles.contains { $0.hasPrefix("! the manifest has no channel `dogfood`") }
    }
  }

  @Test("H runs the commands that it shows")
  mutating func runs() throws {
    console.act(":force-branch homepage-cards wide", ":flag set sentFromCirrus off", "4")
    console.act("H Enter") { console in
      console.titles.first == "run all 2"
        && console.titles.contains("xcrun simctl terminate booted org.example.cirrus")
    }
    console.press("Enter")
    let plan = try #require(plans.first)
    let words = try #require(plan.last?.words)
    #expect(words.prefix(5) == ["xcrun", "simctl", "launch", "booted", "org.example.cirrus"])
    #expect(words.contains("<false/>") && words.contains("--experiments"))
  }

  /// The commands that run on a device after the last key.
  private var plans: [[DeviceCommand]] {
    console.effects.compactMap { if case .runOnDevice(let plan, _) = $0 { plan } else { nil } }
  }

  @Test("a typed answer shows all commands in the message, because no question did")
  mutating func typedAnswer() throws {
    console.act(":force-branch homepage-cards wide", ":run-hand-off cirrus ios nightly yes")
    let plan = try #require(plans.first)
    let message = try #require(console.message)
    #expect(message == .handingOff(to: "cirrus ios nightly", plan.map(\.text)))
    for command in plan { #expect(message.text.plain.contains(command.text)) }
  }

  @Test("the list for a build says that the client's context does not travel")
  mutating func contextStays() {
    console.act(":force-branch homepage-cards wide", "4", "h Enter") { console in
      console.titles.contains { $0.hasPrefix("! not handed off: app_name, app_version, ") }
    }
  }

  @Test("nothing runs on a device before the question is answered") mutating func asks() {
    console.act(":force-branch homepage-cards wide")
    console.act(":run-hand-off cirrus ios nightly") { $0.effects.isEmpty && $0.picker != nil }
    console.act("Esc") { $0.effects.isEmpty && $0.picker == nil }
  }

  @Test("flags alone are a command") mutating func flagsAlone() throws {
    console.run("flag set sentFromCirrus off", "hand-off cirrus ios nightly launch")
    let copied = try console.copied()
    let title = "the launch arguments as a simulator command for cirrus ios nightly"
    #expect(copied.what.hasPrefix("\(title), with 1 preference"))
    #expect(copied.text.hasSuffix(" '<false/>'"))
  }

  @Test("flags alone are neither a link nor recipes") mutating func onlyFlags() {
    console.run("flag set sentFromCirrus off")
    console.act(":hand-off cirrus ios nightly link", says: .noRecipesToHandOff)
    console.act(":hand-off cirrus ios nightly recipes", says: .noRecipesToHandOff)
  }

  @Test("builds of the current channel are offered before all others")
  mutating func choosesABuild() throws {
    let builds = ["nightly", "beta", "release"].map { "cirrus android \($0)" }
    offer(builds[0], builds[1], builds[2])
    console.act(":experiments", ":force-branch homepage-cards wide", "h") {
      $0.titles == ["cirrus android nightly", "another channel …"]
    }
    console.act("Down Enter") { $0.titles == builds }
    console.act("Esc", ":", "'hand-off cirrus ") { $0.titles == builds.map { "hand-off \($0)" } }
    console.act(
      "Esc", ":hand-off cirrus windows beta",
      says: .unknown("build", "cirrus windows beta", among: builds))
  }
}
