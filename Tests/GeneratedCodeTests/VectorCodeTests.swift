import Testing
import VirgaGenerate
import VirgaJSON
import VirgaManifest
import VirgaSource
import VirgaTestSupport

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The folder in which the tests were built, and the compiler that built them.
private let tools: (folder: String, compiler: String)? = {
  let program = CommandLine.arguments.first ?? ""
  let folder = program.lastIndex(of: "/").map { String(program[..<$0]) } ?? "."
  let path = getenv("PATH").map { String(cString: $0) } ?? ""
  let compiler = path.split(separator: ":").map { "\($0)/swiftc" }.first { (path: String) in access(path, X_OK) == 0 }
  guard access("\(folder)/Modules/VirgaSDK.swiftmodule", R_OK) == 0, let compiler else { return nil }
  return (folder, compiler)
}()

/// The Swift of every manifest of the vectors passes the compiler in its strictest mode.
@Suite(.enabled(if: tools != nil, "the modules of the SDK or the compiler are not there"), .timeLimit(.minutes(5)))
struct VectorCodeTests {
  @Test(
    arguments: VectorCase.all(in: "fml/cases.json", list: "valid", of: "VirgaManifestTests")
      + VectorCase.all(in: "fml/cases.json", list: "extensions", of: "VirgaManifestTests"))
  func itCompiles(_ each: VectorCase) throws {
    let vectors = Repository.environment("VIRGA_VECTORS") ?? "\(Repository.root)/Tests/VirgaManifestTests/Vectors"
    let manifest = try ManifestLoader(files: .disk(), workingFolder: vectors + "/fml").load(
      each["file"]?.stringValue ?? "")
    var file = SingleFile.json(of: manifest, channel: each["channel"]?.stringValue).objectValue ?? [:]
    file["about"] = ["swift": ["module": "Vector", "class": "VectorNimbus"]]
    if file["channels"] == nil { file["channels"] = ["only"] }
    let whole = try ManifestLoader(files: .memory([:]), workingFolder: "/")
      .load(text: Array(JSONValue.object(file).pretty().utf8), name: "vector.json")
    let code: String
    do {
      code = try SwiftCode.file(for: whole, channel: whole.channels.first)
    } catch {
      // Two of them hold what no code can say: an Int with a fraction, and two types of one name.
      let codes = Set(error.all.map(\.code.description))
      #expect(codes.isSubset(of: ["no-code-for-value", "identifier-clash"]))
      return
    }
    #expect(try Self.complaints(about: code) == "")
  }

  private static func complaints(about code: String) throws -> String {
    let tools = try #require(tools)
    let directory = try TemporaryDirectory()
    directory.write(code, to: "Code.swift")
    let maps = ["CVirgaYAML", "CVirgaSQLite"].map { "\(tools.folder)/\($0).build/module.modulemap" }
    let words =
      [tools.compiler, "-typecheck", "-swift-version", "6", "-warnings-as-errors"]
      + ["-module-cache-path", directory.path("cache"), "-I", "\(tools.folder)/Modules"]
      + maps.filter { access($0, R_OK) == 0 }.flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }
      + [directory.path("Code.swift")]
    let path = getenv("PATH").map { String(cString: $0) } ?? ""
    let outcome = try ChildProcess.run(words, environment: ["PATH": path, "HOME": directory.root])
    return outcome.code == 0 ? "" : outcome.errors
  }
}
