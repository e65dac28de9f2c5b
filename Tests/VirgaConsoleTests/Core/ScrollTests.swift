import Testing

@testable import VirgaConsole

@Suite("Scrolling") struct ScrollTests {
  @Test(
    "the cursor is in view after settling", arguments: [(0, 0), (1, 0), (5, 10), (100, 10), (100, 1), (100, 0), (3, 3)])
  func cursorInView(count: Int, height: Int) {
    for cursor in [-5, 0, 1, 50, 99, 1000] {
      for top in [-3, 0, 40, 99] {
        var scroll = Scroll()
        scroll.cursor = cursor
        scroll.top = top
        scroll.reconcile(count: count, height: height)
        #expect(scroll.cursor >= 0 && (count == 0 ? scroll.cursor == 0 : scroll.cursor < count))
        let window = scroll.window(count: count, height: height)
        #expect(window.count == min(height, count))
        if !window.isEmpty { #expect(window.contains(scroll.cursor)) }
      }
    }
  }

  @Test("the window keeps a margin around the cursor") func margin() {
    var scroll = Scroll()
    scroll.cursor = 20
    scroll.reconcile(count: 100, height: 10)
    #expect(scroll.top == 13)
  }

  @Test("a window that slides leaves the cursor, and returns to it on request") func sliding() {
    var scroll = Scroll()
    scroll.cursor = 5
    func slide(by rows: Int) {
      scroll.slide(by: rows, in: 100, height: 10)
      scroll.reconcile(count: 100, height: 10)
    }
    slide(by: 3)
    #expect((scroll.top, scroll.cursor, scroll.isAway) == (3, 5, false))
    slide(by: 10)
    #expect((scroll.top, scroll.cursor, scroll.isAway) == (13, 5, true))
    slide(by: 1000)
    #expect((scroll.top, scroll.cursor, scroll.isAway) == (90, 5, true))
    scroll.isAway = false
    scroll.reconcile(count: 100, height: 10)
    #expect((scroll.top, scroll.cursor, scroll.isAway) == (3, 5, false))
  }

  @Test("a window at the end of its list slides no further, and the cursor stays") func slidingAtTheEnds() {
    var scroll = Scroll()
    for (rows, place) in [(-3, 0), (1000, 99)] {
      scroll.cursor = place
      scroll.reconcile(count: 100, height: 10)
      scroll.slide(by: rows, in: 100, height: 10, takingCursor: true)
      #expect(scroll.cursor == place)
    }
  }
}
