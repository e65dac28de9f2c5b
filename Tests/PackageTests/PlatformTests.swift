import Foundation
import Testing
import VirgaTestSupport

/// What ties code to a system.
@Suite("Platforms")
struct PlatformTests {
  /// The modules of system headers, each of one platform only.
  private static let systemModules = [
    "Android", "Bionic", "Darwin", "Glibc", "Musl", "SwiftGlibc", "WASILibc", "WinSDK",
  ]

  @Test("system headers come only from CVirgaPlatform", arguments: ["Sources", "Tests"])
  func systemHeaders(_ folder: String) throws {
    let files = FileTree.files(below: "\(Repository.root)/\(folder)").filter {
      $0.hasSuffix(".swift")
    }
    try #require(files.count > 100)
    for file in files {
      let lines = try #require(GoldenText.read(file), "\(file)").split(separator: "\n")
      for line in lines where line.contains("import ") {
        let module = line.split(separator: " ").last.map { String($0) } ?? ""
        #expect(!Self.systemModules.contains(module), "\(file): \(line)")
      }
    }
  }

  /// A kind of system interface for which Apple wants a reason, and how code calls it.
  struct ReasonedInterface {
    var category: String
    var calls: [String]
  }

  /// The interfaces with reasons in Apple's list; what a product calls is declared in the privacy
  /// manifest of one of its targets.
  private static let interfaces = [
    ReasonedInterface(category: "UserDefaults", calls: ["UserDefaults"]),
    ReasonedInterface(
      category: "FileTimestamp",
      calls: [".stat(", " lstat(", " fstat(", "modificationDate", "creationDate"]),
    ReasonedInterface(
      category: "SystemBootTime", calls: ["systemUptime", "mach_absolute_time", "CLOCK_UPTIME"]),
    ReasonedInterface(category: "DiskSpace", calls: ["statfs(", "statvfs(", "volumeAvailable"]),
    ReasonedInterface(category: "ActiveKeyboards", calls: ["activeInputModes"]),
  ]

  @Test(
    "a product says why it calls what Apple wants a reason for",
    arguments: ProductClosureTests.closures.keys.sorted())
  func reasons(_ product: String) async throws {
    let closure = try await PackageDescription.read().closure(of: product)
    var declared: Set<String> = []
    var called: Set<String> = []
    for target in closure {
      declared.formUnion(try declaredCategories(in: target))
      guard target.moduleType == "SwiftTarget" else { continue }
      let code = try target.lines().map(\.line).filter { !$0.contains("//") }
      for interface in Self.interfaces
      where code.contains(where: { line in interface.calls.contains { line.contains($0) } }) {
        called.insert(interface.category)
      }
    }
    #expect(called.contains("FileTimestamp"), "every product looks at its files")
    #expect(declared == called)
  }

  /// The categories in the privacy manifest of a target, without their common prefix; each has a
  /// reason.
  private func declaredCategories(in target: PackageDescription.Target) throws -> [String] {
    let path = "\(Repository.root)/\(target.path)/PrivacyInfo.xcprivacy"
    guard let text = GoldenText.read(path) else { return [] }
    let list = try PropertyListDecoder().decode(PrivacyManifest.self, from: Data(text.utf8))
    #expect(!list.NSPrivacyTracking)
    return list.NSPrivacyAccessedAPITypes.map { type in
      #expect(!type.NSPrivacyAccessedAPITypeReasons.isEmpty, "\(target.name)")
      return String(type.NSPrivacyAccessedAPIType.dropFirst("NSPrivacyAccessedAPICategory".count))
    }
  }

  @Test("warnings are errors only if the environment asks for it")
  func warnings() async throws {
    #expect(try await !packageDump(strict: false).contains("treatAllWarnings"))
    #expect(try await packageDump(strict: true).contains("treatAllWarnings"))
  }

  /// The package's manifest as JSON, as an app's build reads it or as virga's own checks do.
  private func packageDump(strict: Bool) async throws -> String {
    let swift = try #require(SystemProgram.path(of: "swift"), "there is no swift to ask")
    let directory = try TemporaryDirectory()
    var environment = SystemProgram.environment
    environment["VIRGA_STRICT"] = strict ? "1" : nil
    let process = try await ChildProcess.runInBackground(
      [
        swift, "package", "--package-path", Repository.root, "--scratch-path",
        directory.path("scratch"), "dump-package",
      ], environment: environment)
    try #require(process.code == 0, "\(process.errors)")
    return process.output
  }
}

/// The part of a privacy manifest that lists system interfaces, by Apple's names.
private struct PrivacyManifest: Decodable {
  struct AccessedType: Decodable {
    // swift-format-ignore: AlwaysUseLowerCamelCase
    var NSPrivacyAccessedAPIType: String
    // swift-format-ignore: AlwaysUseLowerCamelCase
    var NSPrivacyAccessedAPITypeReasons: [String]
  }

  // swift-format-ignore: AlwaysUseLowerCamelCase
  var NSPrivacyTracking: Bool
  // swift-format-ignore: AlwaysUseLowerCamelCase
  var NSPrivacyAccessedAPITypes: [AccessedType]
}
