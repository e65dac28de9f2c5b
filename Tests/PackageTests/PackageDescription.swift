import Foundation
import Testing
import VirgaTestSupport

/// The output of `swift package describe`.
struct PackageDescription: Decodable, Sendable {
  /// A product and its targets.
  struct Product: Decodable, Sendable {
    var name: String
    var targets: [String]
  }

  /// A target and its dependencies.
  struct Target: Decodable, Sendable {
    var name: String
    var path: String
    var moduleType: String
    var targetDependencies: [String]?
    var productDependencies: [String]?

    enum CodingKeys: String, CodingKey {
      case name, path
      case moduleType = "module_type"
      case targetDependencies = "target_dependencies"
      case productDependencies = "product_dependencies"
    }
  }

  var products: [Product]
  var targets: [Target]

  /// The description of this package, computed once.
  static func read() async throws -> PackageDescription { try await description.value }

  private static let description = Task {
    // In a separate folder, because the folder of the running tests is locked.
    let directory = try TemporaryDirectory()
    let swift = try #require(SystemProgram.path(of: "swift"), "there is no swift to ask")
    let words = [
      swift, "package", "--package-path", Repository.root, "--scratch-path",
      directory.path("scratch"), "--skip-update",
      "describe", "--type", "json",
    ]
    let process = try await ChildProcess.runInBackground(
      words, environment: SystemProgram.environment)
    try #require(process.code == 0, "\(process.errors)")
    return try JSONDecoder().decode(PackageDescription.self, from: Data(process.output.utf8))
  }

  /// All targets of a product, direct and indirect.
  func closure(of product: String) throws -> [Target] {
    var open = try #require(products.first { $0.name == product }, "there is no product \(product)")
      .targets
    var found: [String: Target] = [:]
    while let name = open.popLast() {
      guard found[name] == nil, let target = targets.first(where: { $0.name == name }) else {
        continue
      }
      found[name] = target
      open += target.targetDependencies ?? []
    }
    return found.values.sorted { $0.name < $1.name }
  }
}

extension PackageDescription.Target {
  /// The lines of the target's Swift files, each with its file.
  func lines() throws -> [(file: String, line: Substring)] {
    let folder = "\(Repository.root)/\(path)"
    let files = try #require(FileManager.default.enumerator(atPath: folder)).compactMap {
      $0 as? String
    }
    .filter { $0.hasSuffix(".swift") }
    try #require(!files.isEmpty)
    return try files.flatMap { file in
      try String(contentsOfFile: "\(folder)/\(file)", encoding: .utf8).split(separator: "\n").map {
        (file, $0)
      }
    }
  }
}
