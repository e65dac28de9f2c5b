import Testing
import VirgaFiles
import VirgaGenerate
import VirgaManifest
import VirgaSource
import VirgaTestSupport

/// Swift for Mozilla's SDK; other tests compile the golden code against that SDK's signatures.
@Suite("Generated Swift for Mozilla's SDK") struct SwiftSDKTests {
  private static let sdk = SwiftSDK.mozilla(module: "MozillaAppServices")

  @Test(
    "matches the golden files that other tests compile and run",
    arguments: [
      ("component.fml.yaml", "SampleComponent/ComponentNimbus.swift"),
      ("samples.fml.yaml", "Samples/SamplesNimbus.swift"),
    ])
  func golden(_ input: String, _ file: String) throws {
    let manifest = try MozillaSample.manifest("Tests/GeneratedCode/\(input)")
    let code = try SwiftCode.file(for: manifest, channel: "only", sdk: Self.sdk)
    GoldenText.expect(code, equals: file, in: "\(Repository.root)/Tests/GeneratedCode/Mozilla")
  }

  @Test("is refused for a type that the SDK has no getter for, at its position")
  func unreadableTypes() throws {
    let manifest = try ManifestLoader(files: .disk(), workingFolder: Repository.root)
      .load("Tests/GeneratedCode/samples.fml.yaml")
    let error = try #require(throws: Problems.self) {
      try SwiftCode.file(for: manifest, channel: "only", sdk: Self.sdk)
    }
    #expect(error.all.allSatisfy { $0.code == "no-getter-for-type" && $0.severity == .error })
    #expect(
      error.all.map {
        "\($0.path) \($0.location.map { "\($0)".split(separator: ":", maxSplits: 1)[1] } ?? "")"
      } == [
        "features/nested.cards 56:38", "features/nested.maps 52:37", "features/nested.maybes 53:39",
        "features/nested.rows 50:37", "features/nested.tables 51:39",
        "features/numbers.limits 46:39",
        "features/numbers.ratio 42:38", "features/numbers.ratios 45:39",
        "features/numbers.small 43:38",
      ])
    #expect(
      error.all[1].message.hasPrefix(
        "Mozilla's SDK has no getter for values of type `Map<String, Map<Word, "))
    _ = try SwiftCode.file(for: manifest, channel: "only", sdk: .virga)
  }

  @Test("imports each module conditionally, except its own")
  func imports() throws {
    let manifest = try MozillaSample.manifest("Tests/GeneratedCode/samples.fml.yaml")
    func imports(_ module: String?) throws -> [String] {
      try SwiftCode.file(for: manifest, channel: "only", sdk: .mozilla(module: module))
        .split(separator: "\n").filter { $0.contains("mport") }.map(String.init)
    }
    func lines(_ modules: String...) -> [String] {
      modules.flatMap { ["#if canImport(\($0))", "  import \($0)"] }
    }
    let component = "MozillaSampleComponent"
    #expect(try imports("Shared") == lines("Foundation", component, "Shared", "UIKit"))
    #expect(try imports(nil) == lines("Foundation", component, "UIKit"))
    #expect(try imports("Samples") == lines("Foundation", component, "UIKit"))
  }
}

/// A manifest without the variables that Mozilla's SDK cannot read.
enum MozillaSample {
  /// Loads the manifest at `path`, with a unique module name.
  static func manifest(_ path: String) throws -> Manifest {
    var files: [String: String] = [:]
    let folder = "\(Repository.root)/Tests/GeneratedCode"
    for file in FileTree.files(below: folder) where file.hasSuffix(".yaml") {
      files[file] = String(decoding: try FileReading.disk().read(file), as: UTF8.self)
        .replacing("module: SampleComponent", with: "module: MozillaSampleComponent")
    }
    for problem in refusals(of: try load(path, files)) where problem.code == "no-getter-for-type" {
      let file = try #require(problem.location).file
      let name = try #require(problem.path.split(separator: ".").last)
      let end = try #require(problem.location).range.start.line
      files["\(Repository.root)/\(file)"]?.removeEntry(String(name), above: end)
    }
    return try load(path, files)
  }

  private static func load(_ path: String, _ files: [String: String]) throws -> Manifest {
    let reading = FileReading.memory(files.mapValues { Array($0.utf8) })
    return try ManifestLoader(files: reading, workingFolder: Repository.root).load(path)
  }

  private static func refusals(of manifest: Manifest) -> [Problem] {
    do {
      _ = try SwiftCode.file(
        for: manifest, channel: manifest.channels.first, sdk: .mozilla(module: nil))
      return []
    } catch {
      return error.all
    }
  }
}

extension String {
  /// Empties the lines of the YAML map entry `name` that begins at or above `line`.
  fileprivate mutating func removeEntry(_ name: String, above line: Int) {
    var lines = split(separator: "\n", omittingEmptySubsequences: false)
    guard
      let start = lines.prefix(line).lastIndex(where: {
        $0.drop { $0 == " " }.hasPrefix("\(name):")
      })
    else {
      return
    }
    let indent = lines[start].prefix { $0 == " " }.count
    let end = lines[(start + 1)...].firstIndex {
      !$0.isEmpty && $0.prefix { $0 == " " }.count <= indent
    }
    for index in start..<(end ?? lines.count) { lines[index] = "" }
    self = lines.joined(separator: "\n")
  }
}
