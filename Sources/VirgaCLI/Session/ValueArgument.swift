import ArgumentParser
import VirgaJSON
import VirgaRuntime
import VirgaSession
import VirgaSource

/// A value on the command line: JSON, or a string without quotation marks.
struct ValueArgument {
  /// Likeliest first.
  let readings: [JSONValue]

  /// Parses an argument; one that begins like an object, an array or a string must be valid.
  ///
  /// - Throws: The exit code for invalid input, after printing its problems.
  init(_ text: String) throws {
    do throws(Problems) {
      let value = try JSONValue.parse(text, name: "value")
      readings = value.stringValue == nil ? [value, .string(text)] : [value]
    } catch {
      guard let first = text.first, "{[\"".contains(first) else {
        readings = [.string(text)]
        return
      }
      Output.remark(error.all)
      throw ExitCode.problems
    }
  }

  /// The result of `body` for the likeliest value that it accepts.
  func first<Value>(_ body: (JSONValue) throws -> Value) throws -> Value {
    for reading in readings.dropLast() {
      do {
        return try body(reading)
      } catch let refusal as Refusal where !refusal.problems.isEmpty {
        // `120` may be a string; if that is refused too, the first refusal is thrown.
        guard let value = try? body(readings[readings.count - 1]) else { throw refusal }
        return value
      }
    }
    return try body(readings[readings.count - 1])
  }
}
