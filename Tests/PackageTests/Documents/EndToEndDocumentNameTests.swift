import Testing
import VirgaTestSupport

/// The tables that map another library's names to ours.
@Suite("Migration tables")
struct EndToEndDocumentNameTests {
  private static let documents = ["FromNimbus.md", "FromFlagManager.md", "FromFeatureFlags.md"]

  @Test("name only declarations of the products")
  func names() async throws {
    let declared = try await Compiler.publicNames()
    for document in Self.documents {
      let names = try ownNames(in: "Sources/VirgaSDK/VirgaSDK.docc/\(document)")
      #expect(names.count > 10, "\(document)")
      #expect(names.filter { !declared.contains($0) } == [], "\(document)")
    }
  }

  /// The code in the second column of a document's tables.
  private func ownNames(in document: String) throws -> [String] {
    let text = try #require(GoldenText.read("\(Repository.root)/\(document)"))
    let cells = text.split(separator: "\n").filter { $0.hasPrefix("| ") }.map {
      $0.split(separator: "|")[1]
    }
    return cells.flatMap { cell in
      cell.split(separator: "`", omittingEmptySubsequences: false).enumerated().filter {
        !$0.offset.isMultiple(of: 2)
      }
      .map { String($0.element) }
    }
  }
}
