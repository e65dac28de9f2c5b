import Testing
import VirgaJSON
import VirgaManifest
import VirgaSource
import VirgaTestSupport

@Suite("Config check vectors") struct ConfigCheckVectorTests {
  @Test("findings match the vector, with exact positions", arguments: VectorCase.configs)
  func findings(_ each: VectorCase) throws {
    let check = try check(each)
    let text = each["text"]?.stringValue ?? ""
    let wanted = (each["errors"]?.arrayValue ?? []).compactMap(WantedFinding.init)
    let errors = check.findings.filter { $0.problem.severity == .error }
    // The vectors report strings outside an alias only if nothing else is wrong; here all errors
    // come at once.
    let wantsAliases = errors.contains {
      $0.isOfAlias && wanted.contains(WantedFinding($0, in: text))
    }
    let compared = wanted.isEmpty || wantsAliases ? errors : errors.filter { !$0.isOfAlias }
    let found = compared.map { WantedFinding($0, in: text) }
    if check.sent == nil, !check.problems.contains(where: { $0.code == "config-not-object" }) {
      // The vectors give the position where a parser stops; here it is that of the mistake, the
      // same or an earlier one.
      #expect(found.allSatisfy { $0.kind == "syntax" })
      #expect(found.count == wanted.count)
    } else if wanted.contains(where: { $0.kind == "syntax" && $0.from == $0.to }) {
      let stop = try #require(wanted.first).from
      #expect(found.map(\.kind) == ["syntax"])
      #expect(found.allSatisfy { $0.from <= stop && $0.from.line + 1 >= stop.line })
    } else {
      // The vectors list errors by level; here they are in text order.
      let sorted = wanted.enumerated().sorted {
        ($0.element.from, $0.offset) < ($1.element.from, $1.offset)
      }
      #expect(found == sorted.map(\.element))
    }
    if let merged = each["merged"] {
      #expect(check.isValid)
      #expect(check.sent.map { .object($0.json) } == merged)
    }
  }

  @Test("a repeated key is a warning")
  func repeatedKey() throws {
    let declared =
      "features: {stop: {description: d, variables: {rows: {description: d, type: Int, default: 1}}}}"
    let manifest = try Sample.load(declared)
    let text = SourceText(name: "-", text: #"{ "rows": "a", "rows": 3 }"#)
    let check = manifest.check(
      config: text, feature: try #require(manifest.feature("stop")), channel: nil)
    #expect(check.problems.map(\.severity) == [.warning])
    #expect(check.problems.first?.location?.range.start == SourcePosition(line: 1, column: 16))
  }

  private func check(_ each: VectorCase) throws -> ConfigCheck {
    let manifest = try each.manifest()
    let feature = try #require(manifest.feature(each["feature"]?.stringValue ?? ""))
    let text = SourceText(name: "-", text: each["text"]?.stringValue ?? "")
    return manifest.check(config: text, feature: feature, channel: each.channel)
  }
}

extension ValueFinding {
  fileprivate var isOfAlias: Bool {
    ["unknown-alias-value", "unknown-alias-key", "missing-alias-field"].contains(
      problem.code.description)
  }
}

/// A finding that a vector expects in a config; lines and columns from 1, columns in characters.
private struct WantedFinding: Equatable {
  var kind: String
  var from: SourcePosition
  var to: SourcePosition
  var type: String?
  var suggestions: [String]
  var literals: [String]

  /// Nil for a repetition that must not be reported.
  init?(_ body: JSONValue) {
    if body["exact"]?["drop"] != nil { return nil }
    let exact = body["exact"]
    kind = body["kind"]?.stringValue ?? ""
    from = Self.position(exact?["from"] ?? body["from"])
    to = Self.position(exact?["to"] ?? body["to"])
    type = body["type"]?.stringValue
    suggestions = body["suggestions"]?.arrayValue?.compactMap(\.stringValue) ?? []
    literals = body["literals"]?.arrayValue?.compactMap(\.stringValue) ?? []
  }

  init(_ finding: ValueFinding, in text: String) {
    kind = "\(finding.kind)"
    let range = finding.problem.location?.range ?? SourceRange(at: .start)
    from = Self.inCharacters(range.start, text)
    to = Self.inCharacters(range.end, text)
    type = finding.type?.description
    suggestions = finding.candidates
    // The vectors have neither fixes of syntax nor a value without its quotes.
    var known = finding
    known.unquoted = nil
    let corrections = finding.kind == .syntax ? [] : known.corrections
    literals = corrections.dropFirst(finding.candidates.count).map(\.insert)
  }

  /// A position with its column in characters, like the vectors', instead of Unicode scalars.
  private static func inCharacters(_ place: SourcePosition, _ text: String) -> SourcePosition {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard place.line <= lines.count else { return place }
    let before = lines[place.line - 1].unicodeScalars.prefix(place.column - 1)
    return SourcePosition(line: place.line, column: String(before).count + 1)
  }

  private static func position(_ value: JSONValue?) -> SourcePosition {
    SourcePosition(
      line: Int(value?[0]?.integerValue ?? 0) + 1, column: Int(value?[1]?.integerValue ?? 0) + 1)
  }
}
