import Testing
import VirgaJSON

@testable import VirgaLanguageServer

@Suite("Frames of messages") struct FrameDecoderTests {
  /// All parts of an input, as texts; skipped bytes are `skipped`.
  private func frames(_ pieces: [String]) -> [String] {
    var decoder = FrameDecoder()
    var found: [String] = []
    for piece in pieces {
      decoder.feed(piece.utf8)
      while let frame = decoder.next() {
        switch frame {
        case .body(let body): found.append(String(decoding: body, as: UTF8.self))
        case .skipped: found.append("skipped")
        }
      }
    }
    return found
  }

  @Test("bodies follow their headers, in whatever pieces they arrive") func pieces() {
    let input = "Content-Length: 2\r\n\r\n{}Content-Type: x\r\ncontent-length: 3\r\n\r\n[1]"
    #expect(frames([input]) == ["{}", "[1]"])
    #expect(frames(input.map { String($0) }) == ["{}", "[1]"])
  }

  @Test(
    "a wrong header costs only what belongs to it",
    arguments: [
      "Content-Length: x\r\n\r\n", "Content-Length: -1\r\n\r\n", "Nothing: 1\r\n\r\n",
      "Content-Length: 99999999999999999999\r\n\r\n", "Content-Length: 99999999999\r\n\r\n",
      "abc",
    ])
  func wrongHeaders(_ header: String) {
    let found = frames([header + "Content-Length: 2\r\n\r\n{}"])
    #expect(found.last == "{}")
    #expect(found.dropLast().allSatisfy { $0 == "skipped" })
  }

  @Test("after a body that is longer than its length, the next header is found") func shortLength()
  {
    let found = frames([
      "Content-Length: 4\r\n\r\n{\"a\": 1}Content-Length: 2\r\n\r\n{}"
    ])
    #expect(found == ["{\"a\"", "skipped", "{}"])
  }

  @Test("a header without an end is not kept forever") func endlessHeader() {
    var decoder = FrameDecoder()
    decoder.feed([UInt8](repeating: UInt8(ascii: "x"), count: 100_000))
    var skipped = 0
    while let frame = decoder.next() {
      if case .skipped = frame { skipped += 1 }
    }
    #expect(skipped > 0)
    decoder.feed("Content-Length: 2\r\n\r\n{}".utf8)
    var last: FrameDecoder.Frame?
    while let frame = decoder.next() { last = frame }
    #expect(last == .body(Array("{}".utf8)))
  }

  @Test("a message of 10 MB is read") func largeMessage() throws {
    let text = String(repeating: "a", count: 10_000_000)
    let message = Message.notification(method: "m", params: ["text": .string(text)])
    var decoder = FrameDecoder()
    let bytes = FrameEncoder.bytes(of: message)
    for start in stride(from: 0, to: bytes.count, by: 65_536) {
      decoder.feed(bytes[start..<min(start + 65_536, bytes.count)])
    }
    guard case .body(let body)? = decoder.next() else {
      Issue.record("no body")
      return
    }
    #expect(try Message(body) == message)
  }

  @Test(
    "messages are written as they are read",
    arguments: [
      Message.request(id: 1, method: "m", params: ["a": [1, 2]]),
      .request(id: "x", method: "m", params: .null), .notification(method: "n", params: [:]),
      .response(id: 1, result: .null),
    ])
  func messages(_ message: Message) throws {
    var decoder = FrameDecoder()
    decoder.feed(FrameEncoder.bytes(of: message))
    guard case .body(let body)? = decoder.next() else {
      Issue.record("no body")
      return
    }
    #expect(try Message(body) == message)
  }

  @Test("what is not a message is refused with the number of the protocol") func notMessages() {
    func code(_ text: String) -> RequestFailure.Code? {
      do throws(RequestFailure) {
        _ = try Message(Array(text.utf8))
        return nil
      } catch {
        return error.code
      }
    }
    #expect(code("{") == .notJSON)
    #expect(code("{}") == .invalidRequest)
    #expect(code("[]") == .invalidRequest)
  }
}
