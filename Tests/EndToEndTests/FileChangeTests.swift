import Testing
import VirgaTestSupport

extension EndToEnd {
  @Suite("Changes of manifest files") struct FileChangeTests {
    private let directory: TemporaryDirectory
    private let session: TmuxSession

    /// A console on a small manifest, with a filter, a fold and a cursor.
    init() throws {
      directory = try TemporaryDirectory()
      directory.write(EndToEnd.manifest(), to: "test.fml.yaml")
      session = try TmuxSession("virga test.fml.yaml --channel beta", in: directory)
      try session.wait(for: "Features 2", "no problems")
      try session.press("/")
      try session.type("a")
      try session.press("Enter", "Enter", "j", "Space", "Space")
      try session.wait(for: "┏━ alpha ▸ limits", "▾ limits")
      try session.press("j")
      try session.wait(for: "┏━ alpha ▸ limits ▸ one")
    }

    private var changed: String {
      EndToEnd.manifest().replacing("one: 1", with: "one: 17")
    }

    private func expectPlaceKept() throws {
      try session.wait(for: "┏━ alpha ▸ limits ▸ one", "▾ limits", "/ a", "17")
    }

    @Test("a changed file is shown without moving the cursor") func edited() throws {
      directory.write(changed, to: "test.fml.yaml")
      try expectPlaceKept()
      try session.press("q")
      try session.expectLeft(code: 0)
    }

    @Test("every replacement of the file is noticed") func replaced() throws {
      for value in 101...105 {
        directory.write(EndToEnd.manifest().replacing("one: 1", with: "one: \(value)"), to: "new")
        directory.rename("new", to: "test.fml.yaml")
        try session.wait(for: "┏━ alpha ▸ limits ▸ one", " \(value) ")
      }
    }

    @Test("a removed and recreated file is noticed") func recreated() throws {
      directory.remove("test.fml.yaml")
      try session.wait(for: "the files on disk are broken", "┏━ alpha ▸ limits ▸ one")
      // In one step: a second change would be read again, and its message would replace the one
      // that is awaited.
      directory.write(changed, to: "new")
      directory.rename("new", to: "test.fml.yaml")
      try session.wait(for: "the files on disk are good again")
      try expectPlaceKept()
    }

    @Test("a broken file leaves the last good state on screen") func broken() throws {
      directory.write(changed + "\n  nested: [", to: "test.fml.yaml")
      try session.wait(for: "┏━ alpha ▸ limits ▸ one", "▾ limits", "test.fml.yaml:")
      try session.wait(without: "no problems")
      #expect(try session.lines().contains { $0.contains("17") } == false)
      directory.write(changed, to: "test.fml.yaml")
      try expectPlaceKept()
      try session.wait(for: "no problems")
      try session.press("q")
      try session.expectLeft(code: 0)
    }

    @Test("an emptied file leaves the last good state on screen") func emptied() throws {
      directory.write("", to: "test.fml.yaml")
      try session.wait(for: "the files on disk are broken", "┏━ alpha ▸ limits ▸ one")
      // In one step, as above.
      directory.write(changed, to: "new")
      directory.rename("new", to: "test.fml.yaml")
      try session.wait(for: "the files on disk are good again")
      try expectPlaceKept()
    }

    @Test("a mistake in a value is shown with its position") func mistake() throws {
      directory.write(
        EndToEnd.manifest().replacing("one: 1", with: "one: many"), to: "test.fml.yaml")
      try session.wait(for: "1 error", "test.fml.yaml:")
      try session.press("Escape", "Escape")
      directory.write(changed, to: "test.fml.yaml")
      try session.wait(for: "no problems")
    }

    @Test("changes of a compared manifest are shown too") func comparedManifest() throws {
      directory.write(EndToEnd.manifest(greeting: "hi there"), to: "other.fml.yaml")
      let pair = try TmuxSession(
        "virga test.fml.yaml --and other.fml.yaml@beta --screen channels", in: directory)
      try pair.wait(for: "3 columns", "hi there")
      directory.write(EndToEnd.manifest(greeting: "good night"), to: "other.fml.yaml")
      try pair.wait(for: "good night", "reloaded other.fml.yaml")
      directory.write("broken: [", to: "other.fml.yaml")
      try pair.wait(for: "other.fml.yaml@beta: ", "good night")
      directory.write(EndToEnd.manifest(greeting: "good day"), to: "new")
      directory.rename("new", to: "other.fml.yaml")
      try pair.wait(without: "good night")
      directory.write(EndToEnd.manifest(greeting: "from the first"), to: "test.fml.yaml")
      try pair.wait(for: "from the first")
      try pair.press("q")
      try pair.expectLeft(code: 0)
    }

    @Test("many quick changes end with the last one") func quickChanges() throws {
      for value in 200...260 {
        directory.write(
          EndToEnd.manifest().replacing("one: 1", with: "one: \(value)"), to: "test.fml.yaml")
      }
      try session.wait(for: " 260 ")
    }
  }
}
