import Testing
import VirgaJSON
import VirgaSession
import VirgaTargeting

@Suite("A session as shell commands")
struct ShellScriptTests {
  @Test("has a line for each value, attribute and forced branch, quoted for the shell")
  func commands() throws {
    var desk = Desk()
    try desk.add(Sample.recipe("rows", ["four": ["home": ["rows": 4]], "six": ["home": ["rows": 6]]]))
    try desk.perform { o throws(Refusal) in try o.setEdit("home", at: ["title"], to: "it's") }
    try desk.perform { o throws(Refusal) in try o.setEdit("home", at: ["sections", "news"], to: false) }
    try desk.perform { o throws(Refusal) in try o.setContext("locale", to: "de-DE") }
    try desk.perform { o throws(Refusal) in try o.moveClock(by: 86_400) }
    try desk.perform { o throws(Refusal) in try o.forceBranch("four", of: "rows") }
    let script = desk.session.shellScript(options: ["--session", "my session.virga"], channel: "nightly")
    #expect(script.hasPrefix("#!/bin/sh -e\nsession='my session.virga'\n"))
    let target = "--session \"$session\""
    let lines = script.split(separator: "\n").map(String.init).filter { $0.hasPrefix("virga") }
    #expect(
      lines == [
        "virga session import \(target) - <<'VIRGA'",
        "virga config set \(target) -- home title '\"it'\\''s\"'",
        "virga config set \(target) -- home sections.news false",
        "virga context set \(target) -- locale '\"de-DE\"'",
        "virga context set \(target) -- nimbus_id '\"\(Desk.clientID)\"'",
        "virga clock \(target) -- +86400s",
        "virga recipes add \(target) - <<'VIRGA'",
        "virga branch force \(target) -- rows four",
      ])
  }

  @Test("imports first what has no command of its own")
  func others() throws {
    var desk = Desk()
    try desk.perform { o throws(Refusal) in try o.setPreference("home.shown", to: false) }
    try desk.perform { o throws(Refusal) in try o.setParticipation(false, in: .rollouts) }
    let script = desk.session.shellScript()
    let parts = script.split(separator: "\n", maxSplits: 2)
    #expect(parts[1] == "virga session import - <<'VIRGA'")
    let body = try #require(parts.last?.split(separator: "\nVIRGA").first)
    let read = try SessionExport(json: JSONValue.parse(String(body), name: ""))
    #expect(read.session.keys == desk.session.keys)
  }
}
