import CVirgaPlatform
import Testing
import VirgaCanvas
import VirgaFiles
import VirgaTestSupport

@testable import VirgaConsole
@testable import VirgaRuntime

@Suite("Console log") struct ConsoleLogTests {
  private let directory: TemporaryDirectory

  init() throws { directory = try TemporaryDirectory() }

  /// The log of `events`, without times and durations.
  private func lines(includesValues: Bool = false, _ events: Event...) throws -> [String] {
    let path = directory.path("log")
    let log = try ConsoleLog(path, includesValues: includesValues)
    var model = Model(size: Size(columns: 80, rows: 24))
    for event in events {
      let wasTyping = model.isTyping
      let effects = update(&model, event)
      log.record(
        event, wasTyping: wasTyping, took: .microseconds(1_214), effects: effects, then: model)
    }
    #expect(log.failure == nil)
    let text = String(decoding: try FileReading.disk().read(path), as: UTF8.self)
    return text.split(separator: "\n").map { line in
      let words = line.split(separator: " ", maxSplits: 2)
      #expect(words[0].hasSuffix("Z") && words[1] == "1.214ms", "\(line)")
      return String(words[2])
    }
  }

  @Test("is refused if it is a pipe that nobody reads", .timeLimit(.minutes(20))) func pipe() {
    #expect(mkfifo(directory.path("pipe"), 0o600) == 0)
    #expect(throws: FileFailure.self) {
      try ConsoleLog(directory.path("pipe"), includesValues: false)
    }
  }

  @Test("has a line for each event with its effects and the focused panel") func events() throws {
    #expect(
      try lines(
        .terminal(.key("2")), .terminal(.resize(Size(columns: 60, rows: 15))), .command("quit yes"))
        == [
          "key 2 [flags flags]", "resize 60x15 [flags flags]", "command quit +quit [flags flags]",
        ])
  }

  @Test("holds nothing that was typed or shown unless values are included") func privacy() throws {
    let events: [Event] = [
      .terminal(.key(":")), .terminal(.key("s")), .terminal(.paste("secret")),
      .command("set token secret"),
      .outcome(.failure("no secret")),
    ]
    let without = try lines(events[0], events[1], events[2], events[3], events[4])
    #expect(
      without.contains { $0.hasPrefix("key (typed)") }
        && without.contains { $0.hasPrefix("command set ") })
    #expect(!without.contains { $0.contains("secret") })
    directory.remove("log")
    let with = try lines(
      includesValues: true, events[0], events[1], events[2], events[3], events[4])
    #expect(
      with.contains { $0.hasPrefix("key s ") }
        && with.contains { $0.contains("6 characters(secret)") })
    #expect(with.contains { $0.hasPrefix("command set token secret") })
    #expect(with.contains { $0.contains("failure(no secret)") })
  }

  @Test("appends to a file and reports why it cannot write") func failures() throws {
    directory.write("before\n", to: "log")
    _ = try ConsoleLog(directory.path("log"), includesValues: false).recordFrame(
      drawing: .zero, sending: .zero)
    let text = String(decoding: try FileReading.disk().read(directory.path("log")), as: UTF8.self)
    #expect(text.hasPrefix("before\n") && text.hasSuffix("0.000ms frame, sent in 0.000ms\n"))
    #expect(throws: FileFailure.self) {
      try ConsoleLog(directory.path("none/log"), includesValues: false)
    }
    #if os(Linux)
      let full = try ConsoleLog("/dev/full", includesValues: false)
      full.recordFrame(drawing: .zero, sending: .zero)
      #expect(full.failure?.reason == "No space left on device")
    #endif
  }
}
