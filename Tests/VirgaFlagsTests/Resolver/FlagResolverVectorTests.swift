import Testing
import VirgaJSON
import VirgaTestSupport

@testable import VirgaFlags

@Suite("Flag resolver, on/off flags") struct FlagResolverVectorTests {
  /// The case in which the code of Firefox for iOS differs from its documentation.
  ///
  /// In that code a stored preference wins over a test override. Rule: VirgaFlags/TestOverrides.
  private static let firefoxOnly = "test-override-loses-to-stored-user"
  static let cases = VectorCase.all(in: "flags/resolver.json").filter { $0.id != firefoxOnly }
  static let sequences = VectorCase.all(in: "flags/resolver.json", list: "sequences")

  @Test("the three checks match the vector", arguments: cases)
  func checks(_ vector: VectorCase) throws {
    let row = try Self.row(vector["flag"])
    let inputs = FlagResolverInput(
      build: FlagBuildValue(vector["build"]?.booleanValue.map(FlagValue.init)),
      preference: vector.present("user"),
      debug: vector.present("debug"), testOverride: vector["testOverride"]?.booleanValue)
    let environment = FlagEnvironment(channel: vector["channel"]?.stringValue)
    expect(FlagResolver.answer(row, inputs, in: environment), vector["expect"])
    let wasMissing = row.kind == .bool && vector["build"]?.isNull == true
    #expect(
      FlagResolver.answer(row, inputs, in: environment).notes.contains(.missingBuild) == wasMissing)
  }

  @Test("writing and clearing step by step matches the vector", arguments: sequences)
  func steps(_ vector: VectorCase) throws {
    let start = try #require(vector["start"])
    let row = try Self.row(start["flag"])
    let environment = FlagEnvironment(channel: start["channel"]?.stringValue)
    var inputs = FlagResolverInput(
      build: FlagBuildValue(start["build"]?.booleanValue.map(FlagValue.init)),
      preference: start.present("user"),
      debug: start.present("debug"))
    for step in vector["steps"]?.arrayValue ?? [] {
      let value = step["value"] ?? .null
      let operation: FlagOperation =
        switch step["op"]?.stringValue {
        case "set-user": .set(.preference, value)
        case "set-debug": .set(.debug, value)
        case "clear-user": .unset(.preference)
        default: .unset(.debug)
        }
      let refusal = FlagResolver.refusal(of: operation, for: row, in: environment)
      #expect((refusal == nil) == step["accepted"]?.booleanValue)
      if refusal == nil { operation.store(in: &inputs) }
      #expect(inputs.preference == step.present("user"))
      #expect(inputs.debugOverride == step.present("debug"))
      expect(FlagResolver.answer(row, inputs, in: environment), step["expect"])
    }
  }

  @Test("a test override answers every preference check, also over a stored preference")
  func overrideOverPreference() {
    let row = FlagDefinition("dinner-menu", .bool) { $0.preferenceKey = "p" }
    let developer = FlagEnvironment(channel: "developer")
    let inputs = FlagResolverInput(
      build: FlagBuildValue(.on), preference: false, testOverride: true)
    let answer = FlagResolver.answer(row, inputs, in: developer)
    #expect(answer.userOnly == FlagResult(.on, by: .testOverride))
    #expect(answer.buildAndUser.value == .on)
    #expect(answer.preference == .off, "the stored preference is still known")
  }

  private func expect(_ answer: FlagAnswer, _ expected: JSONValue?) {
    for check in FlagCheck.allCases {
      #expect(answer[check].value?.isOn == expected?[check.rawValue]?.booleanValue, "\(check)")
    }
  }

  private static func row(_ flag: JSONValue?) throws -> FlagDefinition {
    var row = FlagDefinition(
      try #require(flag?["id"]?.stringValue),
      try #require(flag?["kind"]?.stringValue.flatMap(FlagKind.init)))
    if flag?["preferenceKey"]?.booleanValue == true { row.preferenceKey = "p" }
    row.debugKey = flag?["debugKey"]?.booleanValue == true ? "d" : nil
    row.channels = flag?["channels"]?.arrayValue?.compactMap(\.stringValue) ?? []
    return row
  }
}

extension FlagOperation {
  func store(in inputs: inout FlagResolverInput) {
    switch self {
    case .set(.preference, let value): inputs.preference = value
    case .set(.debug, let value): inputs.debugOverride = value
    case .unset(.preference): inputs.preference = nil
    case .unset(.debug): inputs.debugOverride = nil
    default: break
    }
  }
}

extension VectorCase {
  /// The member `key`; nil if it is null.
  func present(_ key: String) -> JSONValue? { JSONValue.object(body).present(key) }
}

extension JSONValue {
  /// The member `key`; nil if it is null.
  func present(_ key: String) -> JSONValue? { self[key].flatMap { $0.isNull ? nil : $0 } }
}
