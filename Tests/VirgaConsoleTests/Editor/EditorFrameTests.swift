import Testing
import VirgaCanvas
import VirgaConsole
import VirgaTestSupport

@Suite("Frames of the config editor") struct EditorFrameTests {
  private func expect(_ driver: EditorDriver, equals name: String) {
    GoldenText.expect(
      driver.lines.joined(separator: "\n") + "\n", equals: "editor-\(name)@\(driver.size).txt",
      in: "\(Repository.root)/Tests/VirgaConsoleTests/Frames/Golden")
  }

  @Test("problems are marked and listed", arguments: FeatureFrameTests.sizes) func problems(size: Size) throws {
    let text = """
      {
        "sections-enabled": {
          "pocket": false,
          "recent-savd": true|
        },
        "delay": "soon"
      }
      """
    expect(try EditorDriver(text, size: size), equals: "problems")
  }

  @Test("completions stand at the cursor", arguments: FeatureFrameTests.sizes) func completion(size: Size) throws {
    var driver = try EditorDriver("{\n  \"delay\": 1,\n  |\n}", size: size)
    driver.type("\"se")
    expect(driver, equals: "completion")
  }

  @Test("a valid text stands beside what it makes", arguments: FeatureFrameTests.sizes) func valid(size: Size) throws {
    let text = "{\n  \"sections-enabled\": {\n    \"pocket\": false\n  },\n  \"greeting\": \"日本 e\u{301}|\"\n}"
    expect(try EditorDriver(text, size: size), equals: "valid")
  }

  @Test("folds and a search") func folds() throws {
    var driver = try EditorDriver(
      "{\n  \"sections-enabled\": {|\n    \"pocket\": false\n  },\n  \"delay\": 1\t\u{1B}\n}")
    _ = driver.editor.toggleFold()
    driver.search(for: "de")
    driver.settle()
    expect(driver, equals: "folds")
  }
}
