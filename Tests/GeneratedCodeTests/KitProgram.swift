import Foundation
import Testing
import VirgaTestSupport

/// Programs for Apple platforms: VirgaBundle and an app, compiled with stubs of UIKit or AppKit.
///
/// The modules are in a temporary folder so that no other code finds them.
struct KitProgram {
  /// An Apple library with images; the stubs declare only what is used here.
  enum Kit: String, CaseIterable {
    case uiKit = "UIKit"
    case appKit = "AppKit"
  }

  private let directory: TemporaryDirectory
  /// The folder with VirgaBundle and the stubs, shared by programs.
  private let shared: TemporaryDirectory
  private var compiled: [String] = []

  /// VirgaBundle compiled with each library, once.
  private static let uiKit = Task { try await KitProgram(compiling: .uiKit) }
  private static let appKit = Task { try await KitProgram(compiling: .appKit) }

  /// A program that uses VirgaBundle with a library.
  init(_ kit: Kit) async throws {
    let bundle = try await (kit == .uiKit ? Self.uiKit : Self.appKit).value
    directory = try TemporaryDirectory()
    shared = bundle.shared
    compiled = bundle.compiled
  }

  private init(compiling kit: Kit) async throws {
    directory = try TemporaryDirectory()
    shared = directory
    directory.write(kit.code, to: "Kit.swift")
    try await compileModule(kit.rawValue, [directory.path("Kit.swift")], [])
    let folder = "\(Repository.root)/Sources/VirgaBundle"
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter {
      $0.hasSuffix(".swift")
    }
    try #require(!files.isEmpty)
    try await compileModule("VirgaBundle", files.sorted().map { "\(folder)/\($0)" }, Self.strict)
  }

  /// The upcoming features that VirgaBundle and generated code are compiled with.
  private static let strict = [
    "ExistentialAny", "MemberImportVisibility", "InternalImportsByDefault",
  ]

  /// Adds a module of generated code.
  mutating func add(_ module: String, _ code: String) async throws {
    directory.write(code, to: module + ".swift")
    try await compileModule(module, [directory.path(module + ".swift")], Self.strict)
  }

  /// Compiles a program, runs it in `folder`, and returns its output.
  func output(of main: String, in folder: String) async throws -> String {
    directory.write(main, to: "main.swift")
    try await compile(
      [
        "-o", directory.path("program"), directory.path("main.swift"),
        "@" + (try VectorProgram.objects(in: directory)),
      ]
        + compiled + VectorProgram.libraries)
    let run = try await ChildProcess.runInBackground([directory.path("program"), folder])
    try #require(run.code == 0, "\(run.errors)")
    return run.output
  }

  private mutating func compileModule(
    _ name: String, _ files: [String], _ features: [String]
  ) async throws {
    let object = directory.path(name + ".o")
    try await compile(
      ["-parse-as-library", "-module-name", name, "-package-name", Self.package]
        + features.flatMap { ["-enable-upcoming-feature", $0] }
        + [
          "-emit-module", "-emit-module-path", directory.path(name + ".swiftmodule"),
          "-emit-object", "-o", object,
        ]
        + files)
    compiled.append(object)
  }

  /// The package name in the build of the tests: the name of its folder.
  private static var package: String {
    let folder = Repository.root.split(separator: "/").last ?? ""
    return String(folder.lowercased().map { $0.isLetter || $0.isNumber ? $0 : "_" })
  }

  private func compile(_ arguments: [String]) async throws {
    let words =
      [
        try #require(VectorProgram.tools).compiler, "-I", directory.root, "-I", shared.root, "-wmo",
        "-gnone",
      ]
      + (try VectorProgram.moduleArguments()) + arguments
    let compilation = try await ChildProcess.runInBackground(
      words, environment: VectorProgram.environment(directory))
    try #require(compilation.code == 0, "\(compilation.output)\(compilation.errors)")
  }
}

extension KitProgram.Kit {
  fileprivate var code: String {
    switch self {
    case .uiKit:
      """
      @_exported import Foundation

      public final class UIImage: Sendable {
        public final class Configuration: Sendable {}

        public let path: String?

        public init() { path = nil }

        public init?(named name: String, in bundle: Bundle?, with configuration: Configuration?) {
          guard let path = bundle?.path(forResource: name, ofType: "png") else { return nil }
          self.path = path
        }
      }

      """
    case .appKit:
      """
      @_exported import Foundation

      public final class NSImage: Sendable {
        public let path: String?

        public init() { path = nil }
        init(path: String) { self.path = path }
      }

      extension Bundle {
        public func image(forResource name: String) -> NSImage? {
          path(forResource: name, ofType: "png").map(NSImage.init)
        }
      }

      """
    }
  }
}
