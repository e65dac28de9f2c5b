import Testing
import VirgaJSON
import VirgaSource

@testable import VirgaFlags

@Suite("The sentence that explains a flag") struct FlagSentenceTests {
  @Test("distinguishes the user's choice from the build's value")
  func preference() {
    let build = FlagBuildValue(.on, layer: .experiment(slug: "share", branch: "treatment"))
    let answer = answer(.bool, FlagResolverInput(build: build, preference: false))
    #expect(
      answer[2]
        == "buildAndUser is off: the build turns it on (experiment share/treatment), but the user switched it off."
    )
    #expect(answer[1] == "userOnly is off: the user switched it off.")
    #expect(answer[0] == "buildOnly is on: the build turns it on (experiment share/treatment).")
    let off = FlagBuildValue(.off, layer: .manifestDefault(channels: ["nightly", "beta"]))
    #expect(
      self.answer(.bool, FlagResolverInput(build: off, preference: true))[2]
        == "buildAndUser is off: the build turns it off (manifest default for nightly, beta), though the user switched it on."
    )
    #expect(
      self.answer(.bool, FlagResolverInput(build: build, preference: true))[2]
        == "buildAndUser is on: the build turns it on (experiment share/treatment), and the user switched it on."
    )
  }

  private static let offBuild = FlagBuildValue(.off, layer: .variableDefault)

  @Test("says that the build decides if the user has not chosen") func unset() {
    #expect(
      answer(.bool, FlagResolverInput(build: Self.offBuild))[1]
        == "userOnly is off: the user has not chosen, so the build decides: the build turns it off (variable default)."
    )
  }

  @Test("says that a debug override decides") func debugOverride() {
    #expect(
      answer(.bool, FlagResolverInput(build: Self.offBuild, debug: true))[2]
        == "buildAndUser is on: a debug override turns it on (the build has it off); the user has not chosen."
    )
  }

  @Test("contrasts the preference's own default with a build that differs")
  func preferenceDefault() {
    var row = Self.row(.bool)
    row.preferenceDefault = false
    let environment = FlagEnvironment(channel: "beta")
    func sentence(_ inputs: FlagResolverInput) -> String {
      let answer = FlagResolver.answer(row, inputs, in: environment)
      return answer.sentence(for: .buildAndUser, of: row, in: environment)
    }
    #expect(
      sentence(FlagResolverInput(build: Self.offBuild, debug: true))
        == "buildAndUser is off: a debug override turns it on (the build has it off), but the preference is unset and its own default is off."
    )
    #expect(
      sentence(FlagResolverInput(build: Self.offBuild))
        == "buildAndUser is off: the build turns it off (variable default); the preference is unset and its own default is off."
    )
  }

  @Test("says that a build value is missing") func missingBuild() {
    #expect(
      answer(.bool, FlagResolverInput())[0]
        == "buildOnly is off: the build value is missing, so it is treated as off.")
  }

  @Test("says that a test override decides") func testOverride() {
    #expect(
      answer(.bool, FlagResolverInput(build: Self.offBuild, testOverride: true))[1]
        == "userOnly is on: the test override is on.")
  }

  @Test("attributes an app setting to the build, not to the user")
  func appSetting() {
    let build = FlagBuildValue(.off, layer: .appSetting(key: "toolbar-hides-on-scroll"))
    let answer = answer(.bool, FlagResolverInput(build: build))
    let clause = "the app setting `toolbar-hides-on-scroll` turns the build value off"
    #expect(answer[0] == "buildOnly is off: \(clause).")
    #expect(
      answer[1] == "userOnly is off: the user has not chosen, so the build decides: \(clause).")
    #expect(answer[2] == "buildAndUser is off: \(clause); the user has not chosen.")
    #expect(
      Layer.appSetting(key: "a").title == "app setting"
        && Layer.appSetting(key: "a").name == "app setting")
  }

  @Test("uses words for each kind of flag")
  func kinds() {
    #expect(
      answer(.core, FlagResolverInput())[0] == "buildOnly is off: it has no channels.")
    #expect(
      answer(.unlock, FlagResolverInput(configured: FlagSample.flag(.unlock)))[2]
        == "the flag is off: it is enabled, but locked.")
    #expect(
      answer(.flag, FlagResolverInput(configured: FlagSample.flag(.flag, isDevelopment: true)))[2]
        == "the flag is off: it is under development and shows in debug builds only.")
    let test = FlagSample.flag(.ab, ["Red", "Green"])
    let kept = ConfiguredFlagOverrides(draw: 70)
    #expect(
      answer(.ab, FlagResolverInput(configured: test).keeping(kept))[0]
        == "the variation is Green: the draw selects Green."
    )
    #expect(
      answer(.ab, FlagResolverInput(configured: test, debug: "Red").keeping(kept))[2]
        == "the variation is Red: a debug override chooses Red (the build has Green).")
    #expect(
      answer(
        .options, FlagResolverInput(build: FlagBuildValue(.option("top")), preference: "bottom"))[2]
        == "buildAndUser is bottom: the build chooses top, but the user chose bottom.")
  }

  @Test("mentions stored values that are ignored")
  func notes() {
    var row = Self.row(.bool)
    let release = FlagEnvironment(channel: "release")
    let inputs = FlagResolverInput(build: FlagBuildValue(.off), preference: "yes", debug: true)
    var answer = FlagResolver.answer(row, inputs, in: release)
    #expect(
      answer.noteSentences(of: row, in: release) == [
        "The stored preference has the wrong type and is treated as unset.",
        "The debug override on is ignored in the channel release.",
      ])
    row.preferenceKey = nil
    answer = FlagResolver.answer(
      row, FlagResolverInput(build: FlagBuildValue(.off), preference: true), in: release)
    #expect(
      answer.noteSentences(of: row, in: release) == [
        "A preference is stored, but the flag has no preference key."
      ])
  }

  private func answer(_ kind: FlagKind, _ inputs: FlagResolverInput) -> [String] {
    let environment = FlagEnvironment(channel: "beta")
    let row = Self.row(kind)
    let answer = FlagResolver.answer(row, inputs, in: environment)
    return FlagCheck.allCases.map { answer.sentence(for: $0, of: row, in: environment) }
  }

  private static func row(_ kind: FlagKind) -> FlagDefinition {
    var row = FlagDefinition("f", kind)
    if kind == .bool || kind == .options { row.preferenceKey = "p" }
    if kind == .bool { row.debugKey = "d" }
    if kind == .options { row.options = ["top", "bottom"] }
    return row
  }
}
