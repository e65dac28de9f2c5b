import Testing
import VirgaTestSupport

/// Attributes of a person's own app, which `config.yaml`, a context file or a session names.
@Suite("Attributes of an own app") struct ContextFileAttributeTests {
  private let place: Workplace
  /// A folder with the configuration that names `has_widget`.
  private let configuration: [String: String]

  init() throws {
    place = try Workplace()
    place.directory.makeDirectory("settings")
    place.directory.makeDirectory("settings/virga")
    place.directory.write("attributes: [has_widget]\n", to: "settings/virga/config.yaml")
    configuration = ["XDG_CONFIG_HOME": place.directory.path("settings")]
    place.directory.write("{has_widget: true, other: 1}", to: "context.yaml")
    place.directory.write(
      Sample.recipeText("r", feature: "omega", targeting: "has_widget == true"), to: "r.json")
  }

  private static let warning = "Unknown attribute `has_widget`"

  /// A command line that reads the expression, and whether it takes a context file.
  private static let commands: [(line: String, takesContext: Bool)] = [
    ("evaluate has_widget==true", true),
    ("enroll --client-id \(Sample.clientID) --recipes r.json", true),
    ("enroll --recipes r.json --session e.virga", true),
    ("simulate --recipes r.json --clients 10", true),
    ("values good.yaml --channel beta --recipes r.json --branch r=treatment", false),
    ("recipes add r.json --session s.virga --manifest good.yaml", false),
    ("branch force r treatment --recipes r.json --session b.virga --manifest good.yaml", false),
    ("good.yaml --plain --recipes r.json --session :memory:", true),
  ]

  @Test("are unknown until the configuration or a context file names them", arguments: commands)
  func commandLine(_ line: String, _ takesContext: Bool) throws {
    #expect(try answer(line, [:]).contains(Self.warning))
    #expect(try !answer(line, configuration).contains(Self.warning))
    guard takesContext else { return }
    #expect(try !answer("\(line) --context context.yaml", [:]).contains(Self.warning))
  }

  @Test("are known to later commands once a session sets them")
  func session() throws {
    let session = "--session s.virga --manifest good.yaml"
    _ = try answer("context set has_widget true \(session)", [:])
    for line in [
      "recipes add r.json \(session)", "branch force r treatment --recipes r.json \(session)",
    ] {
      #expect(try !answer(line, [:]).contains(Self.warning))
    }
  }

  /// All that a command prints.
  private func answer(_ line: String, _ environment: [String: String]) throws -> String {
    let words = line.split(separator: " ").map(String.init)
    let answer = try VirgaProgram.run(
      words, input: "problems\nquit\n", in: place.directory.root, environment: environment)
    return answer.output + answer.errors
  }
}
