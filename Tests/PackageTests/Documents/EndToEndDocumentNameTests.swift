import Testing
import VirgaTestSupport

/// The tables that map another library's names to ours.
@Suite("Migration tables")
struct EndToEndDocumentNameTests {
  static let documents = ["FromNimbus.md", "FromFlagManager.md", "FromFeatureFlags.md"]

  @Test("name only declarations of the products")
  func names() async throws {
    let declared = try await Compiler.publicNames()
    for document in Self.documents {
      let names = try ownNames(in: "Sources/VirgaSDK/VirgaSDK.docc/\(document)")
      #expect(names.count > 10, "\(document)")
      #expect(names.filter { !declared.contains($0) } == [], "\(document)")
    }
  }

  @Test("say in each row what differs, or that nothing does", arguments: documents)
  func differences(_ document: String) throws {
    let rows = try rows(in: "Sources/VirgaSDK/VirgaSDK.docc/\(document)")
    #expect(rows.allSatisfy { $0.count == 3 }, "\(document)")
    // Some rows have a difference.
    #expect(rows.contains { $0.last != " – " && $0.last != " --- " }, "\(document)")
  }

  /// What the documents of the other libraries promise, and virga does otherwise or not at all.
  private static let namesOfDifferences = [
    TestRow(
      "FromNimbus.md",
      [
        "`Nimbus.shared`", "Glean", "Suggested values", "Kotlin", "not lazy",
        "`about` names the class",
      ]),
    TestRow(
      "FromFlagManager.md",
      [
        "debug menu in the app", "`FeatureFlagsDebugViewController`", "`NimbusFeatureFlagID`",
        "`NimbusFeatureFlagWithCustomOptionsID`", "`NimbusUserEnabledFeatureTestsOverride`",
        "`DebugKey`",
      ]),
    TestRow(
      "FromFeatureFlags.md",
      [
        "`FeatureFlagsViewController`", "`FeatureFlags.pushFeatureFlags`", "Objective-C",
        "CocoaPods", "Carthage",
      ]),
  ]

  @Test("name what virga does otherwise, and what it leaves out", arguments: namesOfDifferences)
  func leftOut(_ row: TestRow<[String]>) throws {
    let path = "Sources/VirgaSDK/VirgaSDK.docc/\(row.testDescription)"
    let text = try #require(GoldenText.read("\(Repository.root)/\(path)"))
    for name in row.values { #expect(text.contains(name), "\(row.testDescription): \(name)") }
  }

  /// The cells of each row of a document's tables.
  private func rows(in document: String) throws -> [[Substring]] {
    let text = try #require(GoldenText.read("\(Repository.root)/\(document)"))
    return text.split(separator: "\n").filter { $0.hasPrefix("| ") }.map {
      $0.split(separator: "|")
    }
  }

  /// The code in the second column of a document's tables.
  private func ownNames(in document: String) throws -> [String] {
    let cells = try rows(in: document).map { $0[1] }
    return cells.flatMap { cell in
      cell.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter {
        !$0.offset.isMultiple(of: 2)
      }
      .map { String($0.element) }
    }
  }
}
