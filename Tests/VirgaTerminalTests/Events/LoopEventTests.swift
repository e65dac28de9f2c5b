import Testing
import VirgaCanvas
import VirgaTerminal
import VirgaTestSupport

@Suite("Loop events") struct LoopEventTests {
  @Test(
    "an event that ends the program has the exit code that shells expect",
    arguments: [
      TestRow("a closed terminal", (.terminalClosed, 129)),
      TestRow("a hangup", (.signal(.hangUp), 129)),
      TestRow("an interrupt", (.signal(.interrupt), 130)),
      TestRow("a quit", (.signal(.quit), 131)),
      TestRow("a termination", (.signal(.terminate), 143)),
      TestRow("a resumption ends nothing", (.signal(.resumed), nil)),
      TestRow("a wake-up ends nothing", (.woken, nil)),
      TestRow("a deadline ends nothing", (.deadline, nil)),
      TestRow("quiet ends nothing", (.quiet, nil)),
      TestRow("a file change ends nothing", (.filesChanged([]), nil)),
      TestRow("an event of the terminal ends nothing", (.terminal(.focus(true)), nil)),
    ] as [TestRow<(LoopEvent, Int32?)>])
  func exitCodes(_ row: TestRow<(LoopEvent, Int32?)>) {
    let (event, code) = row.values
    #expect(event.exitCode == code)
  }
}
