import Foundation
import Testing
import VirgaTestSupport

/// The code in the README and in the SDK's articles.
@Suite("Swift in documents")
struct EndToEndDocumentCodeTests {
  /// The documents that show Swift code.
  static let documents = ["README.md"] + articles

  private static let articles: [String] = {
    let folder = "Sources/VirgaSDK/VirgaSDK.docc"
    let names =
      (try? FileManager.default.contentsOfDirectory(atPath: "\(Repository.root)/\(folder)")) ?? []
    return names.sorted().map { "\(folder)/\($0)" }
  }()

  @Test("compiles as one app that links the products", arguments: documents, Compiler.Mode.all)
  func code(_ document: String, _ mode: Compiler.Mode) async throws {
    let files = try DocumentCode(path: document).files
    guard !files.isEmpty else { return }
    let directory = try TemporaryDirectory()
    let compilation = try await Compiler.check(write(files, to: directory), mode: mode)
    #expect(compilation.code == 0, "\(compilation.output)\(compilation.errors)")
  }

  @Test(
    "has tests that compile in a test target of the app", arguments: documents, Compiler.Mode.all)
  func tests(_ document: String, _ mode: Compiler.Mode) async throws {
    let code = try DocumentCode(path: document)
    guard !code.testFiles.isEmpty else { return }
    let directory = try TemporaryDirectory()
    let app = write(code.files, to: directory)
    let tests = write(code.testFiles, to: directory)
    let compilation = try await Compiler.checkTests(
      tests, ofApp: app, mode: mode, in: directory.root)
    #expect(compilation.code == 0, "\(compilation.output)\(compilation.errors)")
  }

  /// Writes files into a directory, and returns their paths.
  private func write(_ files: [String: String], to directory: TemporaryDirectory) -> [String] {
    for (name, text) in files { directory.write(text, to: name) }
    return files.keys.sorted().map { directory.path($0) }
  }

  @Test("depends only on products that exist", arguments: documents)
  func manifests(_ document: String) async throws {
    let products = try await PackageDescription.read().products.map(\.name)
    for text in try DocumentCode(path: document).manifests {
      let manifest = try await AppManifest.read(text)
      #expect(!manifest.products.isEmpty)
      #expect(Set(manifest.products).subtracting(products) == [])
    }
  }

  @Test("is found in the README and in the articles")
  func isFound() throws {
    let readme = try DocumentCode(path: "README.md")
    #expect(readme.files.keys.sorted() == ["main.swift"])
    let start = "Sources/VirgaSDK/VirgaSDK.docc/GettingStarted.md"
    #expect(Self.articles.contains(start))
    #expect(try DocumentCode(path: start).manifests.count == 1)
    let testing = try DocumentCode(path: "Sources/VirgaSDK/VirgaSDK.docc/Testing.md")
    #expect(testing.testFiles.keys.sorted() == ["AppTests.swift"])
  }

  @Test("is compiled or compared with generated code, in every article of every room")
  func isChecked() throws {
    let checkedElsewhere = [
      "AddingAColumn.md", "AddingACommand.md", "AddingAMessage.md", "AddingAScreen.md",
      "ImportedModules.md",
    ]
    for file in FileTree.files(below: "\(Repository.root)/Sources") where file.hasSuffix(".md") {
      let path = String(file.dropFirst(Repository.root.count + 1))
      guard try !DocumentCode(path: path).blocks.isEmpty else { continue }
      let name = String(path.split(separator: "/").last ?? "")
      #expect(Self.documents.contains(path) || checkedElsewhere.contains(name), "\(path)")
    }
  }

  @Test("is that of the demo in the article on imported modules")
  func importedModules() throws {
    let article = "Sources/VirgaGenerate/VirgaGenerate.docc/ImportedModules.md"
    let block = try #require(try DocumentCode(path: article).blocks.first)
    let path = "\(Repository.root)/Tests/GeneratedCode/Cirrus/CirrusNimbus.swift"
    let code = try #require(GoldenText.read(path))
    func trimmed(_ text: some StringProtocol) -> String {
      text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        .joined(separator: "\n")
    }
    #expect(trimmed(code).contains(trimmed(block.text)))
  }
}

/// The manifest of an app as the package manager reads it.
struct AppManifest: Decodable {
  struct Target: Decodable {
    struct Dependency: Decodable {
      /// The product and the package, followed by conditions.
      var product: [String?]?
    }

    var dependencies: [Dependency]
  }

  var targets: [Target]

  /// The products of this package on which the app depends.
  var products: [String] {
    targets.flatMap(\.dependencies).compactMap { $0.product }.filter {
      $0.dropFirst().first == "virga"
    }
    .compactMap { $0.first ?? nil }
  }

  static func read(_ text: String) async throws -> AppManifest {
    let directory = try TemporaryDirectory()
    directory.write(text, to: "Package.swift")
    let swift = try #require(SystemProgram.path(of: "swift"), "there is no swift to ask")
    let words = [swift, "package", "--package-path", directory.root, "dump-package"]
    let process = try await ChildProcess.runInBackground(
      words, environment: SystemProgram.environment)
    try #require(process.code == 0, "\(process.errors)")
    return try JSONDecoder().decode(AppManifest.self, from: Data(process.output.utf8))
  }
}
