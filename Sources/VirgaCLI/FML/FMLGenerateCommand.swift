import ArgumentParser
import VirgaFiles
import VirgaGenerate
import VirgaManifest
import VirgaRuntime
import VirgaSource

struct FMLGenerateCommand: ParsableCommand {
  static let configuration = CommandConfiguration.fml(
    "generate",
    abstract: "Check a manifest and write the code that gives an app its features.")

  @Argument(
    help: "The manifest: a path, a URL, @owner/repository/path, or a folder of manifests.",
    completion: .manifest)
  var input: String

  @Argument(
    help: "The file to write, or a folder, in which the file is named after the class.",
    completion: .file())
  var output: String

  @Option(help: "The channel whose defaults the code contains.", completion: .channels)
  var channel: String

  @Option(
    help: "The language (default: by the output's extension, .swift or .kt).",
    completion: .list(["swift", "kotlin"]))
  var language: String?

  @Option(
    help: """
      The SDK for generated Swift, virga or mozilla (default: mozilla if MOZ_APPSERVICES_MODULE names its \
      module, else virga). Kotlin always uses Mozilla's.
      """)
  var sdk: NamedSDK?

  @OptionGroup var options: FMLOptions

  enum NamedSDK: String, ExpressibleByArgument, CaseIterable { case virga, mozilla }

  /// Generates one file of code for each manifest; a folder with several needs a folder as output.
  func run() throws {
    try FMLOptions.checkOutput(output)
    let isFolder = FileWriting.namesFolder(output, from: Machine.current.workingFolder)
    // Without `--language`, the extension of the output tells it, which a folder does not have.
    let language = try generatedLanguage(isFolder: isFolder)
    let files = try options.files(input)
    guard files.count == 1 || isFolder else {
      throw FMLOptions.failure("\(input) has \(files.count) manifests; the output must be a folder")
    }
    for file in files { try generate(file, language, isAlone: files.count == 1) }
  }

  /// The language of `--language`, or else of the output's extension, which a folder does not have.
  private func generatedLanguage(isFolder: Bool) throws -> GeneratedLanguage {
    if let language {
      if let named = GeneratedLanguage(named: language) { return named }
      throw ValidationError("--language takes swift or kotlin, not \(language)")
    }
    if !isFolder, let named = GeneratedLanguage(named: output) { return named }
    throw FMLOptions.failure(
      "\(FilePath.name(of: output)): unknown language; give it with --language swift")
  }

  /// Checks a manifest, prints the report, and writes its code.
  private func generate(_ file: String, _ language: GeneratedLanguage, isAlone: Bool) throws {
    let manifest = try options.load(file: file)
    // The report must not be mixed with code on standard output.
    let report = ManifestReport(Machine.current, on: output == "-" ? .errors : .answer)
    let failures = try report.write(manifest)
    if failures > 0 { throw FMLValidateCommand.failure(channels: failures) }
    // In a folder, manifests without code names are parts of others and are skipped.
    if !isAlone, language.className(of: manifest) == nil { return }
    try FMLOptions.check(manifest, channel: channel)
    do {
      let code = try language.code(
        for: manifest, channel: channel, sdk: swiftSDK(Machine.current.environment))
      let warnings = language.warnings(for: manifest, channel: channel)
      for warning in warnings { Output.remark(warning.rendered()) }
      let name = "\(language.className(of: manifest) ?? manifest.name).\(language.fileExtension)"
      try FMLOptions.write(code, to: output, named: name)
    } catch let problems as Problems {
      throw FMLOptions.failure(problems.all)
    }
  }
}

extension FMLGenerateCommand {
  /// The SDK of `--sdk`, or else Mozilla's if the environment names its module.
  ///
  /// Mozilla's build script sets the module; an empty name means no module.
  func swiftSDK(_ environment: [String: String]) -> SwiftSDK {
    let named = environment["MOZ_APPSERVICES_MODULE", default: ""]
    let module = named.isEmpty ? nil : named
    switch sdk {
    case .virga: return .virga
    case .mozilla: return .mozilla(module: module)
    case nil: return module == nil ? .virga : .mozilla(module: module)
    }
  }
}

/// A language that code is generated in.
enum GeneratedLanguage {
  case swift, kotlin

  /// The language with a name, such as `swift`, or of a file name, such as `Features.kt`.
  init?(named name: String) {
    switch name.split(separator: ".").last.map(String.init) {
    case "swift", "ios": self = .swift
    case "kotlin", "kt", "kts", "android": self = .kotlin
    default: return nil
    }
  }

  /// The ending of the names of source files, without a dot.
  var fileExtension: String {
    switch self {
    case .swift: "swift"
    case .kotlin: "kt"
    }
  }

  /// The name of the generated class, without its package; nil if the manifest names none.
  func className(of manifest: Manifest) -> String? {
    switch self {
    case .swift: manifest.modules.first?.about?.swift?.className
    case .kotlin:
      manifest.modules.first?.about?.kotlin?.className.split(separator: ".").last.map(String.init)
    }
  }

  /// The code that gives an app the features of a manifest, with the defaults of a channel.
  func code(for manifest: Manifest, channel: String, sdk: SwiftSDK) throws(Problems) -> String {
    switch self {
    case .swift: try SwiftCode.file(for: manifest, channel: channel, sdk: sdk)
    case .kotlin: try KotlinCode.file(for: manifest, channel: channel)
    }
  }

  /// Warnings for defaults that nimbus-fml would write differently.
  func warnings(for manifest: Manifest, channel: String) -> [Problem] {
    switch self {
    case .swift: SwiftCode.warnings(for: manifest, channel: channel)
    case .kotlin: KotlinCode.warnings(for: manifest, channel: channel)
    }
  }
}
