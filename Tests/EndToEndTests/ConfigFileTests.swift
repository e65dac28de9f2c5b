import Testing
import VirgaTestSupport

extension EndToEnd {
  @Suite("Config file in a terminal") struct ConfigFileTests {
    private func console(_ config: String) throws -> TmuxSession {
      let directory = try TemporaryDirectory()
      directory.makeDirectory(".config")
      directory.makeDirectory(".config/virga")
      directory.write(config, to: ".config/virga/config.yaml")
      return try TmuxSession("virga --feature homescreen", in: directory)
    }

    @Test("a remapped key replaces the default key") func remappedKey() throws {
      let session = try console(
        "keys:\n  next-channel: Ctrl-N\n  open-feature: [o, F2]\n  quit: [q, F10]\n")
      try session.wait(for: "┌─ homescreen", "o open  i editor")
      try session.press("C-n")
      try session.wait(for: "cirrus ▸ nightly")
      try session.press("]")
      try session.wait(for: "] does nothing here")
      try session.press("o")
      try session.wait(for: "┏━ homescreen")
      try session.press("F10")
      try session.expectLeft(code: 0)
    }

    @Test("a changed file applies at once") func changed() throws {
      let session = try console("theme: mono\n")
      try session.wait(for: "┌─ homescreen")
      session.directory.write(
        "ascii: true\nkeys:\n  next-channel: Ctrl-N\n", to: ".config/virga/config.yaml")
      try session.wait(for: "read config.yaml again", "+- homescreen")
      try session.press("C-n")
      try session.wait(for: "cirrus > nightly")
      try session.press("q")
      try session.expectLeft(code: 0)
    }

    @Test("a conflicting key is reported with its position without hiding other settings")
    func conflict() throws {
      let session = try console("theme: mono\nkeys:\n  next-channel: j\n  reload: F12\n")
      try session.wait(for: "┌─ homescreen", "config.yaml:3:", "down")
      try session.press("j")
      try session.wait(for: "┌─ inactive-tabs")
      try session.press("F12")
      try session.wait(for: "reloaded the manifest")
      try session.press("q")
      try session.expectLeft(code: 0)
    }
  }
}
