import CVirgaPlatform
package import SystemPackage

/// Runs a server on a pair of descriptors: reads what the client sends, and writes the answers.
///
/// It sleeps until the client sends something. Everything that has arrived is read before a message
/// is handled, so that a request can be cancelled while others wait.
package struct ServerDriver {
  private var server: LanguageServer
  private let input: FileDescriptor
  private let output: FileDescriptor
  private var decoder = FrameDecoder()
  /// The memory that bytes are read into, 64 KiB.
  private var buffer = [UInt8](repeating: 0, count: 64 << 10)
  /// Whether the client has closed its side.
  private var hasEnded = false

  package init(
    _ server: LanguageServer, input: FileDescriptor = .standardInput,
    output: FileDescriptor = .standardOutput
  ) {
    self.server = server
    self.input = input
    self.output = output
  }

  /// The exit code of a client that ended without asking the server to exit.
  private static let unexpectedEnd: Int32 = 1

  /// Serves until the client exits or is gone; returns the exit code.
  package mutating func run() -> Int32 {
    // A client that is gone is an error of a write, not the end of the process.
    virga_ignore_signal(SIGPIPE)
    while true {
      if isReadable(waits: !server.hasWork) { read() }
      if server.hasWork {
        let messages = server.step()
        guard send(messages) else { return Self.unexpectedEnd }
      } else if hasEnded {
        return Self.unexpectedEnd
      }
      if let exitCode = server.exitCode { return exitCode }
    }
  }

  /// Whether the client has sent something, or is gone; waits for that if asked to.
  private func isReadable(waits: Bool) -> Bool {
    guard !hasEnded else { return false }
    var polled = pollfd(fd: input.rawValue, events: Int16(POLLIN), revents: 0)
    let forever: Int32 = -1
    return poll(&polled, 1, waits ? forever : 0) > 0
  }

  /// Reads everything that has arrived.
  private mutating func read() {
    // A copy, because the closure must not read this value while its buffer changes.
    let input = input
    repeat {
      let count = buffer.withUnsafeMutableBytes { bytes in (try? input.read(into: bytes)) ?? 0 }
      guard count > 0 else {
        hasEnded = true
        return
      }
      decoder.feed(buffer[..<count])
      while let frame = decoder.next() { receive(frame) }
    } while isReadable(waits: false)
  }

  /// Hands a message to the server, or has it refuse what is not one.
  private mutating func receive(_ frame: FrameDecoder.Frame) {
    switch frame {
    case .skipped(let reason): server.refuse(RequestFailure(.notJSON, reason))
    case .body(let body):
      do throws(RequestFailure) {
        let message = try Message(body)
        server.receive(message)
      } catch {
        server.refuse(error)
      }
    }
  }

  /// Writes messages; false if the client is gone.
  private func send(_ messages: [Message]) -> Bool {
    let bytes = messages.flatMap { FrameEncoder.bytes(of: $0) }
    return (try? output.writeAll(bytes)) != nil
  }
}
