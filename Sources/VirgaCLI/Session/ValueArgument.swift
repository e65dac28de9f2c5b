import ArgumentParser
import VirgaJSON
import VirgaRuntime
import VirgaSession
import VirgaSource

/// A value on the command line: JSON, or a text without quotation marks.
struct ValueArgument {
  /// What it may mean, the likelier first.
  let readings: [JSONValue]

  /// Reads an argument; one that begins like an object, an array or a string has to be one.
  ///
  /// - Throws: the exit code for input with problems, which have been printed.
  init(_ text: String) throws {
    do throws(Problems) {
      let value = try JSONValue.parse(text, name: "value")
      readings = value.stringValue == nil ? [value, .string(text)] : [value]
    } catch {
      guard let first = text.first, "{[\"".contains(first) else {
        readings = [.string(text)]
        return
      }
      for problem in error.all { Output.remark(problem.rendered()) }
      throw ExitCode.problems
    }
  }

  /// What `body` makes of the likeliest reading that it does not refuse.
  func first<Value>(_ body: (JSONValue) throws -> Value) throws -> Value {
    for reading in readings.dropLast() {
      do {
        return try body(reading)
      } catch let refusal as Refusal where !refusal.problems.isEmpty {
        // `120` may be the text that a variable takes; where it is not, the first refusal is the one to tell.
        guard let value = try? body(readings[readings.count - 1]) else { throw refusal }
        return value
      }
    }
    return try body(readings[readings.count - 1])
  }
}
