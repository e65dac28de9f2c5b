import Testing
import VirgaFiles
import VirgaTestSupport

extension EndToEnd {
  @Suite("Copying in a terminal") struct ClipboardTests {
    private func copied(_ session: TmuxSession) throws -> String {
      try session.wait(for: "▸    address-autofill", "q quit")
      try session.press("y", "i")
      try session.wait(for: "copied the id address-autofill")
      return try session.command(["show-buffer"])
    }

    @Test(
      "tmux receives the text in its buffer, whatever set-clipboard says",
      arguments: ["external", "on", "off"])
    func tmux(setting: String) throws {
      let session = try TmuxSession(
        "tmux set -g set-clipboard \(setting); virga --session :memory: --feature address-autofill")
      #expect(try copied(session) == "address-autofill")
      try session.wait(for: "to tmux, which passes it on")
    }

    @Test("a text copied outside tmux is available to other programs") func outsideTmux() throws {
      let session = try TmuxSession(
        "tmux set -g set-clipboard on; env -u TMUX virga --session :memory: --feature address-autofill"
      )
      #expect(try copied(session) == "address-autofill")
      try session.wait(for: "to the terminal's clipboard (OSC 52)")
      try session.press(":")
      try session.type("write-copied kept.txt")
      try session.press("Enter")
      try session.wait(for: "kept.txt", "the id address-autofill")
      let kept = try FileReading.disk().read(session.directory.path("kept.txt"))
      #expect(kept == Array("address-autofill".utf8))
    }

    @Test("a text larger than a pipe is copied whole")
    func large() throws {
      let directory = try TemporaryDirectory()
      let long = String(repeating: "é0123456789", count: 20_000)
      directory.write(EndToEnd.manifest(greeting: long), to: "test.fml.yaml")
      let session = try TmuxSession(
        "virga test.fml.yaml --session :memory: --channel beta --feature omega", in: directory)
      try session.wait(for: "┏━ Features 2", "q quit")
      try session.press("y", "j")
      try session.wait(for: "copied", "to tmux")
      #expect(try session.command(["show-buffer"]).contains(long))
    }
  }
}
