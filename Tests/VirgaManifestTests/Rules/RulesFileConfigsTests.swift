import Testing
import VirgaManifest
import VirgaSource

@Suite("The manifest of configs in the rules of a project") struct RulesFileConfigsTests {
  @Test("is named with its channel") func names() {
    let text = "manifest: app/nimbus.fml.yaml\nchannel: beta\n"
    let file = RulesFile(SourceText(name: ".virga.yaml", text: text), knownCodes: [])
    #expect(file.manifest == "app/nimbus.fml.yaml")
    #expect(file.channel == "beta")
    #expect(file.problems == [])
  }

  @Test("is a text, and need not be named") func mistakes() {
    let wrong = RulesFile(SourceText(name: ".virga.yaml", text: "manifest: [a]"), knownCodes: [])
    #expect(wrong.problems.map(\.code) == ["bad-setting"])
    let none = RulesFile(SourceText(name: ".virga.yaml", text: "strict: true"), knownCodes: [])
    #expect(none.manifest == nil)
    #expect(none.problems == [])
  }
}
