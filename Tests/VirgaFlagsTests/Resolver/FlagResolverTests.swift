import Testing
import VirgaJSON

@testable import VirgaFlags

/// Every combination of stored values, checked against a plain second implementation of the rules.
@Suite("Truth tables of the flag resolver") struct FlagResolverTests {
  static let switches: [Bool?] = [nil, true, false]
  static let channels = ["developer", "nightly", "beta", "release", "other"]

  @Test("on/off flags follow the rules in every combination", arguments: channels, [true, false])
  func onOff(_ channel: String, _ hasPreferenceKey: Bool) {
    for hasDebugKey in [true, false] {
      var row = FlagDefinition("f", .bool)
      row.preferenceKey = hasPreferenceKey ? "p" : nil
      row.debugKey = hasDebugKey ? "d" : nil
      for own in Self.switches {
        row.preferenceDefault = own.map { .boolean($0) }
        for build in Self.switches {
          for user in Self.switches {
            for debug in Self.switches { check(row, build, user, debug, channel) }
          }
        }
      }
    }
  }

  private func check(
    _ row: FlagDefinition, _ build: Bool?, _ user: Bool?, _ debug: Bool?, _ channel: String
  ) {
    for test in Self.switches {
      let inputs = FlagResolverInput(
        build: FlagBuildValue(build.map(FlagValue.init)), preference: user.map { .boolean($0) },
        debug: debug.map { .boolean($0) }, testOverride: test)
      let answer = FlagResolver.answer(row, inputs, in: FlagEnvironment(channel: channel))
      let debugCounts = row.debugKey != nil && ["developer", "nightly", "beta"].contains(channel)
      let effective = (debugCounts ? debug : nil) ?? build ?? false
      let hasKey = row.preferenceKey != nil
      let own = hasKey ? row.preferenceDefault?.booleanValue : nil
      let chosen = test ?? (hasKey ? user : nil) ?? own ?? effective
      #expect(answer.buildOnly.value == FlagValue(effective))
      #expect(answer.userOnly.value == FlagValue(chosen))
      #expect(answer.buildAndUser.value == FlagValue(effective && chosen))
      #expect(answer.build.value == build.map(FlagValue.init))
      #expect(answer.hasDifferingChecks == (effective != chosen))
    }
  }

  @Test(
    "configured flags are on only if enabled and not hidden", arguments: [true, false],
    [true, false])
  func configured(_ isEnabled: Bool, _ isDevelopment: Bool) {
    for isDebugBuild in [true, false] {
      for isAppDevelopment in [true, false] {
        for debug in Self.switches {
          let environment = FlagEnvironment(
            channel: "release",
            developmentGate: DevelopmentGate(
              isDebugBuild: isDebugBuild, isAppInDevelopment: isAppDevelopment))
          let flag = FlagSample.flag(.flag, isEnabled: isEnabled, isDevelopment: isDevelopment)
          let inputs = FlagResolverInput(configured: flag, debug: debug.map { .boolean($0) })
          let answer = FlagResolver.answer(FlagDefinition("f", .flag), inputs, in: environment)
          let isHidden = (debug ?? isEnabled) && isDevelopment && !isDebugBuild && !isAppDevelopment
          #expect(answer.buildOnly.value == FlagValue(!isHidden && (debug ?? isEnabled)))
          #expect(answer.userOnly.value == answer.buildOnly.value)
          #expect(answer.buildAndUser.value == answer.buildOnly.value)
          #expect((answer.state == .hidden) == isHidden)
        }
      }
    }
  }

  @Test(
    "an unlock flag is on if it is enabled and unlocked", arguments: [true, false], [true, false])
  func unlock(_ isEnabled: Bool, _ isUnlocked: Bool) {
    let inputs = FlagResolverInput(
      configured: FlagSample.flag(.unlock, isEnabled: isEnabled)
    ).keeping(ConfiguredFlagOverrides(lock: isUnlocked))
    let answer = FlagResolver.answer(
      FlagDefinition("f", .unlock), inputs, in: FlagEnvironment(channel: "release"))
    #expect(answer.buildAndUser.value == FlagValue(isEnabled && isUnlocked))
    #expect(answer.state == (isEnabled ? (isUnlocked ? .on : .locked) : .off))
  }

  @Test("every kind of off has its own word")
  func states() {
    let release = FlagEnvironment(channel: "release")
    func word(_ kind: FlagKind, _ inputs: FlagResolverInput) -> String {
      FlagResolver.answer(FlagDefinition("f", kind), inputs, in: release).state.word
    }
    let half = FlagSample.flag(.featureAB, ["Enabled", "Disabled"])
    let control = FlagResolverInput(configured: half).keeping(ConfiguredFlagOverrides(draw: 80))
    #expect(word(.bool, FlagResolverInput(build: FlagBuildValue(.off))) == "off")
    #expect(word(.featureAB, control) == "control")
    #expect(word(.unlock, FlagResolverInput(configured: FlagSample.flag(.unlock))) == "locked")
    #expect(
      word(.flag, FlagResolverInput(configured: FlagSample.flag(.flag, isDevelopment: true)))
        == "hidden")
    #expect(word(.bool, FlagResolverInput()) == "unset")
    #expect(word(.options, FlagResolverInput()) == "unset")
    #expect(word(.flag, FlagResolverInput()) == "unset")
  }

  @Test("a forced variation is the answer, even in a disabled test")
  func forced() {
    let colours = FlagSample.flag(.ab, ["Red", "Green"], isEnabled: false)
    func answer(_ debug: JSONValue?) -> FlagAnswer {
      FlagResolver.answer(
        FlagDefinition("f", .ab),
        FlagResolverInput(configured: colours, debug: debug).keeping(
          ConfiguredFlagOverrides(draw: 80)),
        in: FlagEnvironment(channel: "release"))
    }
    #expect(answer(nil).buildOnly.value == .option("Disabled"))
    #expect(answer(nil).isOn(.buildOnly, of: FlagDefinition("f", .ab)) == false)
    #expect(answer("red").buildOnly == answer("Red").userOnly)
    #expect(answer("red").buildAndUser.value == .option("Red"))
    #expect(answer("red").buildAndUser.decider == .debug)
    #expect(answer("Blue").notes == .unknownOption)
    #expect(answer(7).notes == .unreadableDebug)
  }
}
