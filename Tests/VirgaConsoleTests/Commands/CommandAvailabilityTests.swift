import Testing
import VirgaCanvas
import VirgaFlags
import VirgaJSON
import VirgaManifest
import VirgaSession
import VirgaWorkbench

@testable import VirgaConsole

/// What commands say about screens that were never shown.
@Suite("Commands of screens that were not shown yet") struct CommandAvailabilityTests {
  /// The demo with flags, recipes and events, on the first screen.
  private func console(_ steps: String...) -> ConsoleDriver {
    var console = FlagDriver.withRecipes()
    console.send(.events(EventSamples.few, replacesAll: true))
    console.act(steps)
    return console
  }

  private func afterAllScreens(_ console: ConsoleDriver) -> ConsoleDriver {
    console.after("2", "3", "4", "5", "1")
  }

  private func commands(of console: ConsoleDriver) -> [String] {
    console.after(":command").picker?.lines.filter { line in
      !["back", "forward", "messages"].contains(line.invocation?.name)
    }.map { "\($0.title) \($0.detail) \($0.applies)" } ?? []
  }

  @Test("are listed as they are after all screens were shown")
  func commandLine() throws {
    for steps in [
      [], [":select homescreen", ":set pinned-limit 3"],
      [":force-branch homepage-cards wide", ":features"],
    ] {
      var changed = console(":features")
      changed.act(steps)
      let lines = commands(of: changed)
      #expect(lines.count > 50)
      for (before, after) in zip(lines, commands(of: afterAllScreens(changed))) {
        #expect(before == after)
      }
    }
  }

  @Test("apply to the recipes of the demo")
  func enrolling() {
    let console = console(":", "'force-branch")
    let line = console.picker?.lines.first { $0.invocation?.name == "force-branch" }
    #expect(
      line?.applies == true && line?.detail.plain.contains("no recipes") == false,
      "\(line?.detail ?? "")")
  }

  @Test(
    "leave the first line and the hints as they are after all screens were shown",
    arguments: ["1", "Tab"])
  func firstLine(key: String) {
    let fresh = ConsoleDriver.withRecipes().after(":select search", key)
    let toured = afterAllScreens(fresh).after(":features", ":focus \(fresh.focus.name)")
    #expect(fresh.lines[0] == toured.lines[0] && fresh.hints == toured.hints)
  }

  @Test("know the flag of a value at once") func counterpart() throws {
    var plain = ConsoleDriver()
    let flags = try #require(afterAllScreens(plain).sessionFlags)
    let row = try #require(flags.catalogue.flags.first { $0.reading?.paths.isEmpty == false })
    let path = try #require(row.reading?.paths.first)
    plain.act(":select \(path.feature)", ":open", ":go-value \(path.path)", ";")
    #expect(plain.selectedFlag == row.id, "\(plain.status ?? "")")
  }

  @Test("say that the channels of a large manifest are not compared yet") func comparing() throws {
    let yaml = ConsoleDriver.yaml(channels: "nightly, beta", ["zoom": ["level: Int = 1"]])
    let manifest = try ConsoleDriver.manifest(yaml)
    var model = Model(size: ConsoleDriver.defaultSize)
    _ = update(&model, .loaded(manifest, []))
    _ = update(&model, .command("export-matrix a.md"))
    #expect(model.status == StatusMessage.notCompared(compare: "3").about("write the matrix"))
  }

  @Test("leave a feature to say that its variables could not be read") func unreadVariables() throws
  {
    let yaml = ConsoleDriver.yaml(["zoom": ["level: Itn = 1"], "tabs": []])
    let console = try ConsoleDriver(yaml: yaml).after(":select zoom")
    #expect(console.sees("its variables could not be read; F8 goes to the error"))
    #expect(console.after(":select tabs").sees("this feature has no variables"))
  }
}
