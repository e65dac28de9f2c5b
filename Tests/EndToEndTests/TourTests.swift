import Testing
import VirgaTestSupport

@testable import VirgaConsole

extension EndToEnd {
  @Suite("Guided tour in a terminal") struct TourTests {
    @Test("each stop equals the frame in its picture") func stops() throws {
      let session = try TmuxSession("virga --demo")
      // A machine that is too slow for the tour's own pace must not miss a stop.
      try session.wait(for: "p pauses")
      try session.press("p")
      for stop in Tour.stops {
        let path =
          "\(Repository.root)/Tests/VirgaConsoleTests/Frames/Golden/tour-\(stop.name)@120x40.txt"
        let golden = try #require(GoldenText.read(path)).split(
          separator: "\n", omittingEmptySubsequences: false)
        let frame = golden.dropLast().map {
          TmuxSession.trimmed($0).replacing("p pauses", with: "p plays")
        }
        try session.wait(for: "stop \(stop.name)") { undated($0) == undated(frame) }
        try session.press("Space")
      }
      try session.wait(without: "ends the tour")
      try session.press("Escape")
      try session.wait(without: "Keys in")
      try session.press("q")
      try session.expectLeft(code: 0)
    }

    /// The lines without the day on which the tour runs.
    private func undated(_ lines: [String]) -> [String] {
      lines.map { $0.replacing(/\d{4}-\d{2}-\d{2}/, with: "DATE") }
    }

    @Test("any other key ends the tour and acts as usual") func end() throws {
      let session = try TmuxSession("virga --demo")
      try session.wait(for: "Space Enter goes on")
      try session.press("3")
      try session.wait(for: "[3 Channels]", "only differences")
      try session.wait(without: "Space Enter goes on")
      try session.press("q")
      try session.expectLeft(code: 0)
    }

    @Test("an empty line continues the tour in plain mode") func plain() throws {
      let answer = try VirgaProgram.run(
        ["--demo", "--plain"], input: String(repeating: "\n", count: Tour.stops.count))
      #expect(answer.code == 0)
      let said = answer.output.split(separator: "\n").filter { $0.hasPrefix("tour") }
      #expect(said.count == 2 * Tour.stops.count)
      #expect(said.last == "tour: this was the last stop")
      #expect(answer.output.contains("refused:") == false)
    }
  }
}
