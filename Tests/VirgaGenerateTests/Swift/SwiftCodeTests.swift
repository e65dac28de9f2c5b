import Testing
import VirgaFiles
import VirgaGenerate
import VirgaManifest
import VirgaSource
import VirgaTestSupport

@Suite("Generated Swift") struct SwiftCodeTests {
  /// The code that other tests compile and run; `VIRGA_UPDATE=1` updates it.
  @Test(
    "matches the golden files",
    arguments: [
      (
        "manifests/components/messaging.fml.yaml", "production",
        "CirrusMessaging/MessagingNimbus.swift"
      ),
      ("manifests/cirrus.fml.yaml", "nightly", "Cirrus/CirrusNimbus.swift"),
      ("Tests/GeneratedCode/component.fml.yaml", "only", "SampleComponent/ComponentNimbus.swift"),
      ("Tests/GeneratedCode/samples.fml.yaml", "only", "Samples/SamplesNimbus.swift"),
      ("Tests/GeneratedCode/readings.fml.yaml", "only", "Samples/ReadingsNimbus.swift"),
    ])
  func golden(_ input: String, _ channel: String, _ file: String) throws {
    let manifest = try ManifestLoader(files: .disk(), workingFolder: Repository.root).load(input)
    let code = try SwiftCode.file(for: manifest, channel: channel)
    GoldenText.expect(code, equals: file, in: "\(Repository.root)/Tests/GeneratedCode")
  }

  @Test(
    "is refused for values and names that Swift cannot express",
    arguments: [
      TestRow(
        "a decimal as an integer",
        (
          "variables: {a: {description: d, type: Int, default: 2.5}}", "no-code-for-value",
          "features/f.a"
        )),
      TestRow(
        "two names that become one",
        (
          "variables: {a-b: {description: d, type: Int, default: 1}, aB: {description: d, type: Int, default: 1}}",
          "identifier-clash", "features/f.aB"
        )),
      TestRow(
        "a name without a letter",
        (
          "variables: {'--': {description: d, type: Int, default: 1}}", "no-identifier",
          "features/f.--"
        )),
      TestRow(
        "a name that the class has",
        (
          "variables: {is-modified: {description: d, type: Int, default: 1, pref-key: k}}",
          "identifier-clash",
          "features/f.is-modified"
        )),
    ])
  func inexpressible(_ row: TestRow<(String, String, String)>) throws {
    let (body, code, path) = row.values
    let manifest = try load("  f: {description: d, \(body)}")
    #expect(problems(manifest).map { ["\($0.code)", $0.path] } == [[code, path]])
    #expect(problems(manifest).allSatisfy { $0.location != nil })
  }

  @Test("is refused for two types that get the same name")
  func clashingTypes() throws {
    let manifest = try load(
      "  card: {description: d, variables: {}}\nenums: {Card: {description: d, variants: {a: {description: d}}}}"
    )
    #expect(problems(manifest).map(\.path) == ["enums/Card"])
  }

  @Test("is refused for a member that hides the type of its value")
  func hiddenTypes() throws {
    let variables =
      "'1': {description: d, type: '1', default: a}, '2': {description: d, type: Int, default: 1}"
    let manifest = try load(
      "  '2': {description: d, variables: {\(variables)}}\n"
        + "enums: {'1': {description: d, variants: {a: {description: d}}}}")
    #expect(problems(manifest).map { "\($0.code) \($0.path)" } == ["identifier-clash features/2.1"])
  }

  @Test("is refused for a manifest without Swift names")
  func noSwiftNames() throws {
    let text = "channels: [a]\nfeatures: {}"
    let manifest = try Sample.load(text)
    #expect(problems(manifest).map(\.path) == ["about"])
  }

  private func problems(_ manifest: Manifest) -> [Problem] {
    do {
      _ = try SwiftCode.file(for: manifest, channel: "a")
      return []
    } catch {
      return error.all
    }
  }

  private func load(_ features: String) throws -> Manifest {
    let text =
      "about: {description: d, swift: {module: M, class: C}}\nchannels: [a]\nfeatures:\n\(features)"
    return try Sample.load(text)
  }
}
