raise 'so it ends'
