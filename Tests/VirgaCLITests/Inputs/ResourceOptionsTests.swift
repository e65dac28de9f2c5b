import Testing
import VirgaTestSupport

@Suite("--resources") struct ResourceOptionsTests {
  private let place: Workplace

  init() throws {
    place = try Workplace()
    place.directory.write(
      """
      about: { description: d, swift: { module: M, class: C } }
      channels: [beta]
      features:
        menu:
          description: d
          contacts: [a@example.org]
          meta-bug: https://example.org/1
          documentation: [{ name: n, url: https://example.org }]
          variables:
            title: { description: d, type: Text, default: menu_title }
            icon: { description: d, type: Image, default: ic_menu }
      """, to: "menu.yaml")
    place.directory.write("\"menu_title\" = \"Menu\";\n", to: "Localizable.strings")
  }

  @Test("a default missing from the resources is a warning") func missingDefault() throws {
    let answer = try place.virga("validate", "menu.yaml", "--resources", ".")
    #expect(answer.code == 0)
    #expect(
      answer.output.contains(
        "menu.yaml:11:53: warning: features/menu.icon: the resources have no image"))
    #expect(answer.output.hasSuffix("menu.yaml: 1 warning\n"))
    #expect(try place.virga("validate", "menu.yaml").output == "menu.yaml: no problems\n")
  }

  @Test("a config is checked against the resources too") func config() throws {
    place.directory.write("{\"title\": \"menu_titel\"}", to: "config.json")
    let answer = try place.virga(
      "check", "menu.yaml", "menu", "config.json", "--resources", ".", "--format", "json")
    #expect(answer.code == 0)
    #expect(answer.output.contains("\"code\": \"missing-text\""))
    #expect(answer.output.contains("\"column\": 11"))
  }

  @Test("a folder without resources is refused") func noResources() throws {
    let answer = try place.virga("validate", "menu.yaml", "--resources", "nowhere")
    #expect(answer.code == 2)
    #expect(answer.errors == "error: nowhere: this folder has no texts or images\n")
  }
}
