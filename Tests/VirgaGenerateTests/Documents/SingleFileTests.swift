import Testing
import VirgaExperiments
import VirgaGenerate
import VirgaJSON
import VirgaManifest
import VirgaSource
import VirgaTestSupport
import VirgaYAML

@Suite("Single-file manifest") struct SingleFileTests {
  @Test(
    "is a manifest that produces itself again",
    arguments: VectorCase.manifests("valid", "extensions"))
  func stable(_ each: VectorCase) throws {
    let manifest = try each.manifest()
    let text = YAMLPrinter.print(SingleFile.json(of: manifest, channel: each.channel))
    let again = try Sample.load(text)
    let found = again.problems + again.problems(in: each.channel)
    #expect(found.filter { $0.severity == .error }.map { $0.rendered() } == [])
    #expect(YAMLPrinter.print(SingleFile.json(of: again, channel: each.channel)) == text)
    for feature in manifest.features {
      let other = try #require(again.feature(feature.id))
      var merged = manifest.merged(feature, channel: each.channel)
      merged.overlay(.object([:]), layer: .edit)
      #expect(again.merged(other, channel: each.channel).json == merged.json)
    }
  }

  @Test("keeps a feature without variables")
  func noVariables() throws {
    let manifest = try Sample.load("channels: [a]\nfeatures: {f: {description: d, variables: {}}}")
    let text = YAMLPrinter.print(SingleFile.json(of: manifest, channel: "a"))
    #expect(
      text == """
        version: 1.0.0
        about:
          description: ''
        channels:
        - a
        features:
          f:
            description: d
            variables: {}

        """)
  }

  @Test("keeps the names for generated code on request")
  func namesAreKept() throws {
    let manifest = try Sample.load(
      "about: {description: d, swift: {module: M, class: C}, kotlin: {package: p, class: .K}}\nchannels: [a]\nfeatures: {}"
    )
    let again = try Sample.load(
      YAMLPrinter.print(SingleFile.json(of: manifest, channel: "a", keepsNames: true)))
    #expect(
      try SwiftCode.file(for: again, channel: "a") == SwiftCode.file(for: manifest, channel: "a"))
    #expect(
      try KotlinCode.file(for: again, channel: "a") == KotlinCode.file(for: manifest, channel: "a"))
    #expect(
      try Sample.load(YAMLPrinter.print(SingleFile.json(of: manifest, channel: "a"))).modules[0]
        .about?.swift == nil)
  }

  @Test("reproduces a published single file", arguments: RealManifest.all)
  func published(_ each: RealManifest) throws {
    guard each.file != "nimbus.fml.yaml" else { return }
    let document = SingleFile.json(of: try each.manifest(), channel: each.channel)
    let text = YAMLPrinter.print(document)
    // The real tool does not complete entries that a block added to a map; its next run completes
    // them, as virga does.
    let wanted = try each.json() == document ? try each.text() : try again(text, each.channel)
    #expect(text.split(separator: "\n") == wanted.split(separator: "\n"))
  }

  private func again(_ text: String, _ channel: String) throws -> String {
    YAMLPrinter.print(SingleFile.json(of: try Sample.load(text), channel: channel))
  }
}
