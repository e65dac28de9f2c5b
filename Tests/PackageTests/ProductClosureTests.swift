import Foundation
import Testing
import VirgaTestSupport

/// The targets that an app links with each product.
@Suite("Product dependencies")
struct ProductClosureTests {
  private static let sdk = [
    "CVirgaPlatform", "VirgaExperiments", "VirgaFiles", "VirgaFlags", "VirgaJSON", "VirgaResources",
    "VirgaSDK", "VirgaSource", "VirgaTargeting",
  ]

  /// The products that apps link, with all targets that each may reach.
  static let closures = [
    "VirgaSDK": sdk,
    "VirgaLive": ["CVirgaSQLite"] + sdk + ["VirgaLive", "VirgaSession"],
    "VirgaBundle": ["VirgaBundle"] + sdk,
    "VirgaFeatureFlags": ["VirgaBundle"] + sdk + ["VirgaFeatureFlags"],
  ]

  /// The Swift modules of all products.
  static let modules = Set(closures.values.joined()).filter { $0.hasPrefix("Virga") }.sorted()

  /// Modules that products must not import: they require newer systems, or start programs.
  private static let forbidden = ["Synchronization", "Subprocess"]

  /// The products that may import Foundation.
  private static let withFoundation: Set = ["VirgaBundle", "VirgaFeatureFlags"]

  @Test("a product reaches exactly the targets it needs", arguments: closures.keys.sorted())
  func targets(_ product: String) async throws {
    let closure = try await PackageDescription.read().closure(of: product)
    #expect(closure.map(\.name) == Self.closures[product]?.sorted())
  }

  @Test(
    "a product depends only on swift-collections and swift-system",
    arguments: closures.keys.sorted())
  func libraries(_ product: String) async throws {
    let closure = try await PackageDescription.read().closure(of: product)
    #expect(
      Set(closure.flatMap { $0.productDependencies ?? [] }) == [
        "OrderedCollections", "SystemPackage",
      ])
    let doors = closure.filter { $0.moduleType != "SwiftTarget" }.map(\.name)
    #expect(doors == ["CVirgaPlatform"] + (product == "VirgaLive" ? ["CVirgaSQLite"] : []))
  }

  @Test("a product imports no forbidden module", arguments: closures.keys.sorted())
  func imports(_ product: String) async throws {
    for target in try await PackageDescription.read().closure(of: product)
    where target.moduleType == "SwiftTarget" {
      let isFoundationAllowed = Self.withFoundation.contains(target.name)
      let forbidden =
        Self.forbidden + (isFoundationAllowed ? [] : ["Foundation", "FoundationEssentials"])
      for (file, module) in try imports(in: target) {
        #expect(!forbidden.contains(module), "\(file) imports \(module)")
      }
    }
  }

  @Test("only targets of products have public declarations")
  func publicDeclarations() async throws {
    let rooms = try await PackageDescription.read().targets.filter { target in
      target.path.hasPrefix("Sources/Virga")
        && !Self.closures.values.contains { $0.contains(target.name) }
    }
    try #require(rooms.contains { $0.name == "VirgaManifest" })
    for (file, line) in try rooms.flatMap({ try $0.lines() }) {
      let isPublic = line.drop { $0 == " " }.hasPrefix("public ")
      #expect(!isPublic || line.contains(" import "), "\(file): \(line)")
    }
  }

  private func imports(
    in target: PackageDescription.Target
  ) throws -> [(file: String, module: String)] {
    try target.lines().compactMap { file, line in
      let words = line.split(separator: " ")
      guard let place = words.firstIndex(of: "import"), !line.contains("//"),
        place + 1 < words.count
      else {
        return nil
      }
      return (file, String(words[place + 1]))
    }
  }
}
