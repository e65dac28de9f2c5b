import Testing
import VirgaJSON
import VirgaTestSupport

@Suite("virga doctor")
struct DoctorCommandTests {
  private let place: Workplace

  init() throws { place = try Workplace() }

  private func findings(
    _ environment: [String: String] = [:]
  ) throws -> (findings: [String: JSONValue], code: Int32?) {
    let answer = try place.virga("doctor", "--format", "json", environment: environment)
    let rows = try #require(try JSONValue.parse(answer.output).arrayValue)
    return (
      Dictionary(uniqueKeysWithValues: rows.map { ($0["subject"]?.stringValue ?? "", $0) }),
      answer.code
    )
  }

  @Test("reports what works")
  func works() throws {
    let (findings, code) = try findings(["EDITOR": "ed"])
    #expect(findings["SQLite"]?["state"] == "ok")
    #expect(findings["editor"]?["message"] == "ed")
    #expect(findings["language server"]?["state"] == "ok")
    #expect(
      findings["sessions"] == [
        "subject": "sessions", "state": "ok",
        "message": .string(place.directory.path(".local/state/virga")),
      ])
    #expect(code == 0)
  }

  @Test("says what to do without a terminal, curl or tmux")
  func limits() throws {
    let (findings, code) = try findings(["PATH": "/nowhere", "TMUX": "x"])
    #expect(
      findings["terminal"]?["message"]
        == "there is no terminal to draw on: standard output is not a terminal")
    #expect(findings["curl"]?["fix"] == "install curl; without it no remote file can be read")
    #expect(findings["clipboard"]?["fix"] == "tmux set -s set-clipboard on")
    #expect(findings.values.allSatisfy { $0["state"] != "error" })
    #expect(code == 0)
  }

  @Test("fails if no session can be saved", arguments: ["/dev/null", "/dev/null/below"])
  func noSessions(_ state: String) throws {
    let (findings, code) = try findings(["XDG_STATE_HOME": state])
    #expect(findings["sessions"]?["state"] == "error")
    let message =
      "\(state)/virga cannot be written: /dev/null is not a folder that you can write to"
    #expect(findings["sessions"]?["message"] == .string(message))
    #expect(code == 1)
  }

  @Test("reports the first problem of the configuration")
  func configuration() throws {
    place.directory.makeDirectory("virga")
    place.directory.write("theme: none\n", to: "virga/config.yaml")
    let (findings, _) = try findings(["XDG_CONFIG_HOME": place.directory.root])
    #expect(findings["configuration"]?["state"] == "note")
    #expect(findings["configuration"]?["fix"]?.stringValue?.hasPrefix("line 1: ") == true)
  }

  @Test("prints a line for each part with its fix below")
  func lines() throws {
    let answer = try place.virga("doctor", environment: ["PATH": "/nowhere"])
    #expect(
      answer.output.contains(
        "note  curl             not found\n                       → install curl;")
    )
  }
}
